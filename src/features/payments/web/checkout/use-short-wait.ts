import { useEffect, useState } from 'react'

const longest = 300

/** True while something is waited for, but only for a moment and only once. */
export function useShortWait(isWaiting: boolean): boolean {
  const [isOver, setIsOver] = useState(false)
  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => setIsOver(true), longest)
    return () => clearTimeout(timer)
  }, [isWaiting])
  return isWaiting && !isOver
}
