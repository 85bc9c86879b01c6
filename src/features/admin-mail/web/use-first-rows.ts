import { useState } from 'react'

const initialRows = 10

interface GrowingList {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => unknown
}

/** Shows the first few rows, so that the content below stays close, then all loaded ones, then loads more. */
export function useFirstRows<Row>(rows: Row[], list: GrowingList): { rows: Row[]; more: GrowingList } {
  const [showsAll, setShowsAll] = useState(false)
  if (showsAll || rows.length <= initialRows) return { rows, more: list }
  const more = { hasNextPage: true, isFetchingNextPage: false, fetchNextPage: () => setShowsAll(true) }
  return { rows: rows.slice(0, initialRows), more }
}
