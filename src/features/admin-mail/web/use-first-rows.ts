import { useState } from 'react'

const shownAtFirst = 10

interface GrowingList {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => unknown
}

/** A few of a list at first, so that what stands below it is not far away; then all that is loaded, then page by page. */
export function useFirstRows<Row>(rows: Row[], list: GrowingList): { rows: Row[]; more: GrowingList } {
  const [showsAll, setShowsAll] = useState(false)
  if (showsAll || rows.length <= shownAtFirst) return { rows, more: list }
  const more = { hasNextPage: true, isFetchingNextPage: false, fetchNextPage: () => setShowsAll(true) }
  return { rows: rows.slice(0, shownAtFirst), more }
}
