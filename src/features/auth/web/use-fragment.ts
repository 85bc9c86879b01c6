import { useEffect, useState } from 'react'

interface PageState {
  fragment?: string
}

/**
 * The fragment the page was opened with. It leaves the address bar at once, so that no list of visited pages keeps its
 * token, and stays with this one entry of the tab, so that a reload does not call a good link bad.
 */
export function useFragment(): string {
  const [fragment] = useState(() => {
    const kept = (window.history.state as PageState | null)?.fragment
    return window.location.hash || (kept ?? '')
  })
  useEffect(() => {
    const { hash, pathname, search } = window.location
    if (hash) window.history.replaceState({ ...window.history.state, fragment: hash }, '', pathname + search)
  }, [])
  return fragment
}
