import { Button, type ButtonProps } from './button.tsx'

interface ShowMoreProps extends Pick<ButtonProps, 'size' | 'className'> {
  /** What useInfiniteQuery gives. */
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }
}

/** Below a list that grows page by page; nothing once all of it is there. */
export function ShowMore({ list, ...props }: ShowMoreProps) {
  if (!list.hasNextPage) return null
  return (
    <Button
      {...props}
      variant="secondary"
      busy={list.isFetchingNextPage}
      busyLabel="Loading..."
      onClick={() => void list.fetchNextPage()}
    >
      Show more
    </Button>
  )
}
