import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../web/api-client.ts'
import { getCreditNotePdf, getPublicCreditNote, listCreditNotes } from '../contract.ts'

/** Under the key of invoices, so that refreshing the invoices also refreshes the credit notes. */
export function creditNotesQuery(invoiceId: string) {
  return queryOptions({
    queryKey: ['invoices', 'credit-notes', invoiceId],
    queryFn: () => call(listCreditNotes, { params: { id: invoiceId } }),
  })
}

export function publicCreditNoteQuery(id: string) {
  return queryOptions({
    queryKey: ['public-credit-note', id],
    queryFn: () => call(getPublicCreditNote, { params: { id } }),
  })
}

export function creditNotePdfUrl(id: string): string {
  return getCreditNotePdf.path.replace('{id}', id)
}
