import { useEffect, useState } from 'react'

const minuteMs = 60_000

/** Returns the current time and rerenders when a new minute begins. */
export function useMinute(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    function scheduleTick() {
      timer = setTimeout(tick, minuteMs - (Date.now() % minuteMs))
    }
    function tick() {
      setNow(new Date())
      scheduleTick()
    }
    // Browsers throttle timers of hidden pages, so the time is updated when the page becomes visible.
    function updateIfVisible() {
      if (document.visibilityState === 'visible') setNow(new Date())
    }
    scheduleTick()
    document.addEventListener('visibilitychange', updateIfVisible)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', updateIfVisible)
    }
  }, [])
  return now
}
