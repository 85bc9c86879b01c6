import { useEffect, useRef } from 'react'
import { ShowMore } from '../../../web/ui/show-more.tsx'
import { useSession } from '../../auth/web/session.ts'
import type { Figure } from '../contract.ts'
import { FigureRowItem } from './figure-row-item.tsx'

interface FigureRowsProps {
  figure: Figure
  /** What useInfiniteQuery gives. */
  list: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    fetchNextPage: () => unknown
  }
}

export function FigureRows({ figure, list }: FigureRowsProps) {
  const state = useSession()
  const timeZone = state.status === 'signed-in' ? state.session.business.timeZone : 'UTC'
  const { rows } = figure
  const items = useRef<HTMLUListElement>(null)
  // Where the rows that were asked for begin: reading goes on there, as the button may be gone.
  const askedAt = useRef<number | null>(null)
  useEffect(() => {
    if (askedAt.current === null || rows.length <= askedAt.current) return
    const first = items.current?.children[askedAt.current]
    if (first instanceof HTMLElement) first.focus({ preventScroll: true })
    askedAt.current = null
  }, [rows.length])

  function fetchNextPage() {
    askedAt.current = rows.length
    return list.fetchNextPage()
  }

  return (
    <>
      <ul ref={items} className="divide-y divide-border">
        {rows.map((row) => (
          <FigureRowItem key={`${row.kind} ${row.id}`} row={row} figure={figure} timeZone={timeZone} />
        ))}
      </ul>
      {list.isFetchNextPageError && !list.isFetchingNextPage && (
        <p role="alert" className="pt-3 text-sm text-negative">
          The next rows could not be loaded. Try again.
        </p>
      )}
      <ShowMore list={{ ...list, fetchNextPage }} size="sm" className="mt-3" />
    </>
  )
}
