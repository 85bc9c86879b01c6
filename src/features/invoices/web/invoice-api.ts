import { type QueryClient, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { RequestOf } from '../../../shared/endpoint.ts'
import { call } from '../../../web/api-client.ts'
import * as contract from '../contract.ts'
import { getPublicInvoice, getInvoicePdf } from '../public/contract.ts'

const pollIntervalMs = 2000

type InvoiceFilters = RequestOf<typeof contract.listInvoices>['query']

export function invoiceListQuery(filters: InvoiceFilters) {
  return queryOptions({
    queryKey: ['invoices', 'list', filters],
    queryFn: () => call(contract.listInvoices, { query: filters }),
    placeholderData: keepPreviousData,
    // A queued mail is sent in the background.
    refetchInterval: ({ state: { status, data } }) =>
      status === 'success' &&
      data !== undefined &&
      data.invoices.some(({ mail }) => mail === 'queued') &&
      pollIntervalMs,
  })
}

export const invoiceSummaryQuery = queryOptions({
  queryKey: ['invoices', 'summary'],
  queryFn: () => call(contract.getInvoiceSummary),
})

export function invoiceQuery(id: string) {
  return queryOptions({
    queryKey: ['invoices', 'one', id],
    queryFn: () => call(contract.getInvoice, { params: { id } }),
  })
}

export function timelineQuery(id: string) {
  return queryOptions({
    queryKey: ['invoices', 'timeline', id],
    queryFn: () => call(contract.getTimeline, { params: { id } }),
  })
}

export function publicInvoiceQuery(id: string) {
  return queryOptions({
    queryKey: ['public-invoice', id],
    queryFn: () => call(getPublicInvoice, { params: { id } }),
  })
}

/**
 * Refreshes lists, sums, timelines and clients after an invoice was created, changed, sent or deleted, and what says whether time and
 * expenses are billed.
 */
export async function refreshInvoices(client: QueryClient): Promise<void> {
  await Promise.all(
    [['invoices'], ['clients'], ['dashboard'], ['time'], ['expenses']].map((queryKey) =>
      client.invalidateQueries({ queryKey }),
    ),
  )
}

export function pdfUrl(id: string): string {
  return getInvoicePdf.path.replace('{id}', id)
}
