import { useState } from 'react'

const initialRows = 10

interface GrowingList {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => unknown
}

/**
 * Shows the first few rows of a list, so that the content below stays close. Then shows all loaded rows, then
 * loads page by page.
 */
export function useFirstRows<Row>(rows: Row[], list: GrowingList): { rows: Row[]; more: GrowingList } {
  const [showsAll, setShowsAll] = useState(false)
  if (showsAll || rows.length <= initialRows) return { rows, more: list }
  const more = { hasNextPage: true, isFetchingNextPage: false, fetchNextPage: () => setShowsAll(true) }
  return { rows: rows.slice(0, initialRows), more }
}
