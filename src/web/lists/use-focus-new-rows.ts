import { useEffect, useRef } from 'react'

/** After "Show more", the first of the new rows gets the focus, because the button may be gone. */
export function useFocusNewRows(count: number) {
  const rows = useRef<HTMLUListElement>(null)
  const firstNew = useRef<number | null>(null)
  useEffect(() => {
    if (firstNew.current === null || count <= firstNew.current) return
    const first = rows.current?.children[firstNew.current]
    if (first instanceof HTMLElement) first.focus({ preventScroll: true })
    firstNew.current = null
  }, [count])
  return {
    rows,
    expectMore: () => {
      firstNew.current = count
    },
  }
}
