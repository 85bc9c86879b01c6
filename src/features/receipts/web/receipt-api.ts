import { type QueryClient, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../web/api-client.ts'
import { pagedQuery } from '../../../web/paged-query.ts'
import * as contract from '../contract.ts'
import type { Receipt } from '../contract.ts'
import { type ReceiptUrlState, requestOf } from './receipt-url-state.ts'

/** How often a page asks for receipts that are being read. */
const pollMs = 2000

export const isWaiting = ({ state }: Pick<Receipt, 'state'>) => state === 'waiting'

export function receiptListQuery(urlState: ReceiptUrlState) {
  const query = requestOf(urlState)
  return queryOptions({
    queryKey: ['receipts', 'list', query],
    queryFn: () => call(contract.listReceipts, { query }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.receipts.some(isWaiting) ? pollMs : false),
  })
}

export const receiptSummaryQuery = queryOptions({
  queryKey: ['receipts', 'summary'],
  queryFn: () => call(contract.getReceiptSummary),
  refetchInterval: ({ state }) => (state.data && state.data.waiting > 0 ? pollMs : false),
})

export function receiptQuery(id: string) {
  return queryOptions({
    queryKey: ['receipts', 'one', id],
    queryFn: () => call(contract.getReceipt, { params: { id } }),
    // Not after an error: it may have been deleted.
    refetchInterval: ({ state }) =>
      state.status === 'success' && state.data && isWaiting(state.data) ? pollMs : false,
  })
}

export function receiptTargetsQuery(id: string, search: string) {
  return queryOptions({
    queryKey: ['receipts', 'targets', id, search],
    queryFn: () => call(contract.findReceiptTargets, { params: { id }, query: { search } }),
    placeholderData: keepPreviousData,
  })
}

export const missingReceiptsQuery = pagedQuery(['receipts', 'missing'], (query) =>
  call(contract.listExpensesWithoutReceipt, { query }),
)

export const receiptSettingsQuery = queryOptions({
  queryKey: ['receipts', 'settings'],
  queryFn: () => call(contract.getReceiptSettings),
})

/** Shows a receipt as a request returned it, and loads lists and counts again. */
export function showReceipt(client: QueryClient, receipt: Receipt): void {
  client.setQueryData(receiptQuery(receipt.id).queryKey, receipt)
  for (const part of ['list', 'summary', 'missing', 'targets']) {
    void client.invalidateQueries({ queryKey: ['receipts', part] })
  }
}

export async function refreshReceipts(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ queryKey: ['receipts'] })
}

export function thumbnailUrl(id: string): string {
  return contract.getReceiptThumbnail.path.replace('{id}', id)
}

export function pageUrl(id: string, page: number): string {
  return contract.getReceiptPage.path.replace('{id}', id).replace('{page}', String(page))
}

export function originalUrl(id: string): string {
  return contract.getReceiptOriginal.path.replace('{id}', id)
}
