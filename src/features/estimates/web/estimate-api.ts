import { type QueryClient, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { RequestOf } from '../../../shared/endpoint.ts'
import { call } from '../../../web/api-client.ts'
import type { ListCursor } from '../../../web/lists/paged-card.tsx'
import { refreshInvoices } from '../../invoices/web/invoice-api.ts'
import * as contract from '../contract.ts'
import { getEstimatePdf, getPublicEstimate } from '../public/contract.ts'

const pollIntervalMs = 2000

type EstimateFilters = RequestOf<typeof contract.listEstimates>['query']

export function estimateListQuery(filters: EstimateFilters) {
  return queryOptions({
    queryKey: ['estimates', 'list', filters],
    queryFn: () => call(contract.listEstimates, { query: filters }),
    placeholderData: keepPreviousData,
    // A queued mail is sent in the background.
    refetchInterval: ({ state: { status, data } }) =>
      status === 'success' &&
      data !== undefined &&
      data.estimates.some(({ mail }) => mail === 'queued') &&
      pollIntervalMs,
  })
}

export function clientEstimatesQuery(id: string, cursor: ListCursor) {
  return queryOptions({
    queryKey: ['estimates', 'list', 'client', id, cursor],
    queryFn: () => call(contract.listClientEstimates, { params: { id }, query: cursor ?? {} }),
    placeholderData: keepPreviousData,
  })
}

export function estimateQuery(id: string) {
  return queryOptions({
    queryKey: ['estimates', 'one', id],
    queryFn: () => call(contract.getEstimate, { params: { id } }),
  })
}

export function publicEstimateQuery(id: string) {
  return queryOptions({
    queryKey: ['public-estimate', id],
    queryFn: () => call(getPublicEstimate, { params: { id } }),
  })
}

/** Refreshes everything about estimates after one was created, changed, sent, answered or deleted. */
export async function refreshEstimates(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ queryKey: ['estimates'] })
}

/** After an invoice was made from an estimate. */
export async function refreshWithInvoices(client: QueryClient): Promise<void> {
  await Promise.all([refreshEstimates(client), refreshInvoices(client)])
}

export function estimatePdfUrl(id: string): string {
  return getEstimatePdf.path.replace('{id}', id)
}
