import { useEffect, useRef } from 'react'

/** Reports once that the document was viewed. `send` must be stable across renders. A tab in the background counts when it becomes visible. */
export function useReportView(send: (id: string) => Promise<unknown>, id: string, isShown: boolean): void {
  const reportedId = useRef<string>(undefined)
  useEffect(() => {
    if (!isShown || reportedId.current === id) return undefined
    function report() {
      if (document.visibilityState !== 'visible' || reportedId.current === id) return
      reportedId.current = id
      // A failure is ignored: it does not matter to the client whether the view was counted.
      send(id).catch(() => undefined)
    }
    report()
    document.addEventListener('visibilitychange', report)
    return () => document.removeEventListener('visibilitychange', report)
  }, [send, id, isShown])
}
