import { useEffect, useState } from 'react'

const minuteMs = 60_000

/** The moment, anew whenever a minute begins. */
export function useMinute(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    function wait() {
      timer = setTimeout(tick, minuteMs - (Date.now() % minuteMs))
    }
    function tick() {
      setNow(new Date())
      wait()
    }
    // A page in the background is not woken; when it is looked at again, it is right at once.
    function look() {
      if (document.visibilityState === 'visible') setNow(new Date())
    }
    wait()
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [])
  return now
}
