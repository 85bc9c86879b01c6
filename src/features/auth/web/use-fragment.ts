import { useEffect, useState } from 'react'

/**
 * Returns the fragment the page was opened with. It is removed from the address bar at once, so that the
 * browser history does not keep its token. It stays in the state of this history entry, so that a reload
 * still finds it.
 */
export function useFragment(): string {
  const [fragment] = useState(() => {
    const kept = (window.history.state as { fragment?: string } | null)?.fragment
    return window.location.hash || (kept ?? '')
  })
  useEffect(() => {
    const { hash, pathname, search } = window.location
    if (hash) window.history.replaceState({ ...window.history.state, fragment: hash }, '', pathname + search)
    // Another link that is pasted into this tab changes the fragment only. A skip link has no value in its fragment.
    const load = () => window.location.hash.includes('=') && window.location.reload()
    window.addEventListener('hashchange', load)
    return () => window.removeEventListener('hashchange', load)
  }, [])
  return fragment
}
