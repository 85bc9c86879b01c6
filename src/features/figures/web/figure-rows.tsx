import { useEffect, useRef } from 'react'
import { ShowMore } from '../../../web/ui/show-more.tsx'
import { useSession } from '../../auth/web/session.ts'
import type { Figure } from '../contract.ts'
import { FigureRowItem } from './figure-row-item.tsx'

interface FigureRowsProps {
  figure: Figure
  /** The result of useInfiniteQuery. */
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
  // The index of the first requested row. It gets focus when the rows arrive, because the button may be gone.
  const firstRequested = useRef<number | null>(null)
  useEffect(() => {
    if (firstRequested.current === null || rows.length <= firstRequested.current) return
    const first = items.current?.children[firstRequested.current]
    if (first instanceof HTMLElement) first.focus({ preventScroll: true })
    firstRequested.current = null
  }, [rows.length])

  function fetchNextPage() {
    firstRequested.current = rows.length
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
