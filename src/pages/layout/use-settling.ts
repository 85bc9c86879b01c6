import { useEffect, useState } from 'react'
import type { SessionState } from '../../features/auth/web/session.ts'

const settlingMs = 400

/**
 * True for a moment after signing out, when other links have just taken the place of the button: the second click of
 * somebody who clicks twice must not fall on one of them.
 */
export function useSettling(status: SessionState['status']): boolean {
  const [before, setBefore] = useState(status)
  const [settling, setSettling] = useState(false)
  if (before !== status) {
    setBefore(status)
    if (before === 'leaving' && status === 'signed-out') setSettling(true)
  }
  useEffect(() => {
    if (!settling) return undefined
    const timer = setTimeout(() => setSettling(false), settlingMs)
    return () => clearTimeout(timer)
  }, [settling])
  return settling
}
