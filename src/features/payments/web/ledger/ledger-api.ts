import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../../web/api-client.ts'
import { getInvoice } from '../../../invoices/contract.ts'
import { listPayments } from '../../contract.ts'

/** Among the queries of invoices, so that whatever refreshes those refreshes the ledger. */
export function ledgerQuery(invoiceId: string) {
  return queryOptions({
    queryKey: ['invoices', 'payments', invoiceId],
    queryFn: () => call(listPayments, { params: { id: invoiceId } }),
  })
}

/** The invoice as it stood when a payment of it began to be typed; what comes meanwhile changes nothing under the hands. */
export function invoiceToPayQuery(invoiceId: string) {
  return queryOptions({
    queryKey: ['invoice-to-pay', invoiceId],
    queryFn: () => call(getInvoice, { params: { id: invoiceId } }),
    staleTime: Infinity,
    gcTime: 0,
  })
}
