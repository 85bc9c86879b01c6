import { useEffect, useState } from 'react'

/** The fragment the page was opened with. It leaves the address bar at once, so that no history keeps a token. */
export function useFragment(): string {
  const [fragment] = useState(() => window.location.hash)
  useEffect(() => {
    const { hash, pathname, search } = window.location
    if (hash) window.history.replaceState(window.history.state, '', pathname + search)
  }, [])
  return fragment
}
