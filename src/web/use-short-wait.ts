import { useEffect, useState } from 'react'

const maxMs = 300

/** True while waiting, but for at most 300 ms and only once. */
export function useShortWait(isWaiting: boolean): boolean {
  const [isOver, setIsOver] = useState(false)
  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => setIsOver(true), maxMs)
    return () => clearTimeout(timer)
  }, [isWaiting])
  return isWaiting && !isOver
}
