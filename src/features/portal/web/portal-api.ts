import { type QueryClient, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../web/api-client.ts'
import type { ListCursor } from '../../../web/lists/paged-card.tsx'
import { pagedQuery } from '../../../web/paged-query.ts'
import * as contract from '../contract.ts'

export type InvoiceFilter = 'all' | 'open' | 'paid'

/** Whether the link is valid, and whether this browser was confirmed with a code. */
export function doorQuery(token: string) {
  return queryOptions({
    queryKey: ['portal', token, 'door'],
    queryFn: () => call(contract.openPortal, { params: { token } }),
    retry: false,
  })
}

export function portalQuery(token: string) {
  return queryOptions({
    queryKey: ['portal', token, 'overview'],
    queryFn: () => call(contract.getPortal, { params: { token } }),
  })
}

export function portalInvoicesQuery(token: string, status: InvoiceFilter, cursor: ListCursor) {
  return queryOptions({
    queryKey: ['portal', token, 'invoices', status, cursor],
    queryFn: () => call(contract.listPortalInvoices, { params: { token }, query: { status, ...cursor } }),
    placeholderData: keepPreviousData,
  })
}

export function portalPaymentQuery(token: string, invoiceIds: readonly string[]) {
  return queryOptions({
    queryKey: ['portal', token, 'payment-options', invoiceIds],
    queryFn: () =>
      call(contract.getPortalPaymentOptions, { params: { token }, body: { invoiceIds: [...invoiceIds] } }),
    placeholderData: keepPreviousData,
    enabled: invoiceIds.length > 0,
  })
}

export function portalEstimatesQuery(token: string, cursor: ListCursor) {
  return queryOptions({
    queryKey: ['portal', token, 'estimates', cursor],
    queryFn: () => call(contract.listPortalEstimates, { params: { token }, query: cursor ?? {} }),
    placeholderData: keepPreviousData,
  })
}

export function portalPaymentsQuery(token: string, cursor: ListCursor) {
  return queryOptions({
    queryKey: ['portal', token, 'payments', cursor],
    queryFn: () => call(contract.listPortalPayments, { params: { token }, query: cursor ?? {} }),
    placeholderData: keepPreviousData,
  })
}

export function portalDetailsQuery(token: string) {
  return queryOptions({
    queryKey: ['portal', token, 'details'],
    queryFn: () => call(contract.getPortalDetails, { params: { token } }),
  })
}

export function portalMessagesQuery(token: string) {
  return pagedQuery(['portal', token, 'messages'], (query) =>
    call(contract.listPortalMessages, { params: { token }, query }),
  )
}

export function refreshPortal(client: QueryClient, token: string): Promise<void> {
  return client.invalidateQueries({ queryKey: ['portal', token] })
}

export function receiptUrl(token: string, paymentId: string): string {
  return contract.getPortalReceipt.path.replace('{token}', token).replace('{paymentId}', paymentId)
}

export function statementUrl(token: string, query: { currency: string; from: string; to: string }): string {
  return `${contract.getPortalStatement.path.replace('{token}', token)}?${new URLSearchParams(query).toString()}`
}
