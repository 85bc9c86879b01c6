import type { RequestOf } from '../../../shared/endpoint.ts'
import { type ListUrlState, filtersOf, readListUrlState } from '../../../web/lists/list-url-state.ts'
import type { listReceipts } from '../contract.ts'

export const receiptFilterOptions = [
  { value: undefined, label: 'All' },
  { value: 'to-check', label: 'To check' },
  { value: 'filed', label: 'Filed' },
  { value: 'without-expense', label: 'Without expense' },
] as const

/** The URL state of the list of receipts. A receipt opened from it keeps it, for the way back and to the next one. */
export interface ReceiptUrlState extends ListUrlState {
  /** `missing` shows the expenses that have no receipt. */
  filter?: 'to-check' | 'filed' | 'without-expense' | 'missing' | undefined
  view?: 'list' | undefined
}

const filters = ['to-check', 'filed', 'without-expense', 'missing'] as const

export function readReceiptUrlState(parameters: Record<string, unknown>): ReceiptUrlState {
  return {
    ...readListUrlState(parameters),
    filter: filters.find((known) => known === parameters['filter']),
    view: parameters['view'] === 'list' ? 'list' : undefined,
  }
}

export type ReceiptListRequest = NonNullable<RequestOf<typeof listReceipts>['query']>

export function requestOf({ search, filter, after, before }: ReceiptUrlState): ReceiptListRequest {
  return filtersOf({ search, filter: filter === 'missing' ? undefined : filter, after, before })
}

export function isFiltered({ search, filter }: ReceiptUrlState): boolean {
  return search !== undefined || filter !== undefined
}
