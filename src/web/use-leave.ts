import { useEffect, useState } from 'react'

// The navigation may fail: the user presses Stop, or the connection is lost.
const leaveTimeoutMs = 15_000

/** Navigates to another site. `leaving` lasts until the browser leaves, or comes back to this page. */
export function useLeave(onReturn: () => void) {
  const [leaving, setLeaving] = useState(false)
  useEffect(() => {
    if (!leaving) return undefined
    const timer = setTimeout(() => setLeaving(false), leaveTimeoutMs)
    return () => clearTimeout(timer)
  }, [leaving])
  useEffect(() => {
    // Only for a page restored from the back/forward cache. A reloaded page starts with fresh state.
    function handlePageShow({ persisted }: PageTransitionEvent) {
      if (!persisted) return
      setLeaving(false)
      onReturn()
    }
    window.addEventListener('pageshow', handlePageShow)
    return () => window.removeEventListener('pageshow', handlePageShow)
  }, [onReturn])
  return {
    leaving,
    leaveFor: (url: string) => {
      setLeaving(true)
      window.location.assign(url)
    },
  }
}
