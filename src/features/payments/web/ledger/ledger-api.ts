import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../../web/api-client.ts'
import { getInvoice } from '../../../invoices/contract.ts'
import { getPaymentReceipt, getTestPayments, listPayments } from '../../contract.ts'

/** Under the key of invoices, so that refreshing the invoices also refreshes the ledger. */
export function ledgerQuery(invoiceId: string) {
  return queryOptions({
    queryKey: ['invoices', 'payments', invoiceId],
    queryFn: () => call(listPayments, { params: { id: invoiceId } }),
  })
}

export function receiptUrl(invoiceId: string, paymentId: string): string {
  return getPaymentReceipt.path.replace('{id}', invoiceId).replace('{paymentId}', paymentId)
}

/** The invoice as it was when the dialog opened: later changes must not alter the form. */
export function invoiceToPayQuery(invoiceId: string) {
  return queryOptions({
    queryKey: ['invoice-to-pay', invoiceId],
    queryFn: () => call(getInvoice, { params: { id: invoiceId } }),
    staleTime: Infinity,
    gcTime: 0,
  })
}

/** Under the key of invoices too. */
export const testPaymentsQuery = queryOptions({
  queryKey: ['invoices', 'test-payments'],
  queryFn: () => call(getTestPayments),
  staleTime: 0,
})
