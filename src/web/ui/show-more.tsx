import { useEffect, useRef, useState } from 'react'
import { Button, type ButtonProps } from './button.tsx'

interface ShowMoreProps extends Pick<ButtonProps, 'size' | 'className'> {
  /** The result of useInfiniteQuery. */
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }
}

/** The button below a list that loads page by page. It disappears after the last page. */
export function ShowMore({ list, ...props }: ShowMoreProps) {
  const [isUsed, setIsUsed] = useState(false)
  if (!list.hasNextPage) return isUsed ? <End setIsUsed={setIsUsed} /> : null
  return (
    <Button
      {...props}
      variant="secondary"
      busy={list.isFetchingNextPage}
      busyLabel="Loading..."
      onClick={() => {
        setIsUsed(true)
        void list.fetchNextPage()
      }}
      onBlur={() => setIsUsed(false)}
    >
      Show more
    </Button>
  )
}

/** Takes over the focus of the button, so that the Tab key does not continue from the top of the page. */
function End({ setIsUsed }: { setIsUsed: (isUsed: boolean) => void }) {
  const text = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    const element = text.current
    const leave = () => setIsUsed(false)
    element?.focus({ preventScroll: true })
    element?.addEventListener('blur', leave)
    return () => element?.removeEventListener('blur', leave)
  }, [setIsUsed])
  return (
    <p ref={text} tabIndex={-1} className="self-center px-4 py-2 text-center text-sm text-muted">
      That is all of them.
    </p>
  )
}
