import type { RequestOf } from '../../../shared/endpoint.ts'
import type { listReceipts } from '../contract.ts'

export const receiptFilterOptions = [
  { value: undefined, label: 'All' },
  { value: 'to-check', label: 'To check' },
  { value: 'filed', label: 'Filed' },
  { value: 'without-expense', label: 'Without expense' },
] as const

/** The URL state of the list of receipts. A receipt opened from it keeps it, for the way back and to the next one. */
export interface ReceiptUrlState {
  search?: string | undefined
  /** `missing` shows the expenses that have no receipt. */
  filter?: 'to-check' | 'filed' | 'without-expense' | 'missing' | undefined
  view?: 'list' | undefined
  after?: string | undefined
  before?: string | undefined
}

const filters = ['to-check', 'filed', 'without-expense', 'missing'] as const
export const maxSearchLength = 200

/** Drops invalid values. Every key is present, because the router merges the result into the old parameters. */
export function readReceiptUrlState(address: Record<string, unknown>): ReceiptUrlState {
  const text = (name: keyof ReceiptUrlState) => {
    const value = address[name]
    return typeof value === 'string' && value !== '' && !value.includes('\0') ? value : undefined
  }
  return {
    search: text('search'),
    filter: filters.find((known) => known === address['filter']),
    view: address['view'] === 'list' ? 'list' : undefined,
    after: text('after'),
    before: text('before'),
  }
}

/** Changes the list and returns to the first page: a cursor is only valid for the filters it came with. */
export function withChange(urlState: ReceiptUrlState, change: ReceiptUrlState): ReceiptUrlState {
  return { ...urlState, after: undefined, before: undefined, ...change }
}

export type ReceiptListRequest = NonNullable<RequestOf<typeof listReceipts>['query']>

export function requestOf({ search, filter, after, before }: ReceiptUrlState): ReceiptListRequest {
  // Trims and shortens the search, so that a URL edited by hand does not fail validation.
  const text = (search ?? '').trim().slice(0, maxSearchLength)
  return {
    ...(text === '' ? {} : { search: text }),
    ...(filter && filter !== 'missing' ? { filter } : {}),
    ...(after ? { after } : before ? { before } : {}),
  }
}

export function isFiltered({ search, filter }: ReceiptUrlState): boolean {
  return search !== undefined || filter !== undefined
}
