import { useEffect, useRef } from 'react'
import { call } from '../../../../web/api-client.ts'
import { noteInvoiceView } from '../../contract.ts'

/** Reports once that the invoice was viewed. A tab in the background counts when it becomes visible. */
export function useReportView(id: string, isShown: boolean): void {
  const reportedId = useRef<string>(undefined)
  useEffect(() => {
    if (!isShown || reportedId.current === id) return undefined
    function report() {
      if (document.visibilityState !== 'visible' || reportedId.current === id) return
      reportedId.current = id
      // A failure is ignored: it does not matter to the client whether the view was counted.
      call(noteInvoiceView, { params: { id } }).catch(() => undefined)
    }
    report()
    document.addEventListener('visibilitychange', report)
    return () => document.removeEventListener('visibilitychange', report)
  }, [id, isShown])
}
