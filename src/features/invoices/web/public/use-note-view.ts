import { useEffect, useRef } from 'react'
import { call } from '../../../../web/api-client.ts'
import { noteInvoiceView } from '../../contract.ts'

/** Tells once that the invoice was looked at. A tab that was opened in the background was not looked at yet. */
export function useNoteView(id: string, isShown: boolean): void {
  const noted = useRef<string>(undefined)
  useEffect(() => {
    if (!isShown || noted.current === id) return undefined
    function note() {
      if (document.visibilityState !== 'visible' || noted.current === id) return
      noted.current = id
      // The reader came for the invoice: a look that was not counted is none of their business.
      call(noteInvoiceView, { params: { id } }).catch(() => undefined)
    }
    note()
    document.addEventListener('visibilitychange', note)
    return () => document.removeEventListener('visibilitychange', note)
  }, [id, isShown])
}
