import type { ReactNode } from 'react'
import { Card } from './card.tsx'
import { classNames } from './class-names.ts'
import { ErrorState } from './error-state.tsx'
import type { RetriableQuery } from './retry-button.tsx'

interface ListContentProps {
  list: RetriableQuery & { data: unknown; isError: boolean; isPlaceholderData: boolean }
  failure: { title: string; text: string }
  /** Whether the list failed, where it is not enough to ask the query. */
  failed?: boolean
  isEmpty: boolean
  empty: ReactNode
  /** For cards about as high as a short table. */
  tall?: boolean
  /** For a list with filters: dims the old rows until those of the changed filters have arrived. */
  dims?: boolean
  /** The table, which shows by itself that it is loading. */
  children: ReactNode
}

/** The table of a list, or a card that says that the list is empty or could not be loaded. */
export function ListContent({
  list,
  failure,
  failed = list.isError && !list.data,
  isEmpty,
  empty,
  tall = false,
  dims = false,
  children,
}: ListContentProps) {
  const instead = failed ? <ErrorState query={list} {...failure} /> : isEmpty && empty
  const card = instead && <Card className={tall ? 'min-h-64 justify-center' : undefined}>{instead}</Card>
  const content = failed || isEmpty ? card : children
  if (!dims) return content
  return (
    <div
      aria-busy={list.isPlaceholderData || undefined}
      className={classNames('transition-opacity', list.isPlaceholderData && 'opacity-60 delay-150')}
    >
      {content}
    </div>
  )
}
