import { useEffect, useState } from 'react'

// The browser may stay after all: its Stop button, a line that went dead.
const givenUpAfterMs = 15_000

/** Goes to a page of somebody else. `leaving` holds until then, and no longer when the browser comes back to this page. */
export function useLeave(onReturn: () => void) {
  const [leaving, setLeaving] = useState(false)
  useEffect(() => {
    if (!leaving) return undefined
    const timer = setTimeout(() => setLeaving(false), givenUpAfterMs)
    return () => clearTimeout(timer)
  }, [leaving])
  useEffect(() => {
    // Only a page that was kept as it was: one that is loaded anew knows of nothing.
    function comeBack({ persisted }: PageTransitionEvent) {
      if (!persisted) return
      setLeaving(false)
      onReturn()
    }
    window.addEventListener('pageshow', comeBack)
    return () => window.removeEventListener('pageshow', comeBack)
  }, [onReturn])
  return {
    leaving,
    leaveFor: (url: string) => {
      setLeaving(true)
      window.location.assign(url)
    },
  }
}
