import type { InvoiceFilters } from '../invoice-api.ts'

const statuses = ['pending', 'paid', 'overdue'] as const

/** Where in the list somebody is, as the address says it. */
export interface InvoiceUrlState {
  status?: (typeof statuses)[number] | undefined
  search?: string | undefined
  after?: string | undefined
  before?: string | undefined
}

/**
 * What an address says, however it was written. Each of the names is there, if only as undefined: the router lays
 * the answer over the address as it was, where whatever is not answered would stay.
 */
export function readInvoiceUrlState(address: Record<string, unknown>): InvoiceUrlState {
  const text = (name: keyof InvoiceUrlState) => {
    const value = address[name]
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  return {
    status: statuses.find((known) => known === address['status']),
    search: text('search'),
    after: text('after'),
    before: text('before'),
  }
}

export const statusFilters = [
  { value: undefined, label: 'All' },
  { value: 'pending', label: 'Pending' },
  { value: 'paid', label: 'Paid' },
  { value: 'overdue', label: 'Overdue' },
] as const satisfies ReadonlyArray<{ value: InvoiceUrlState['status']; label: string }>

export const longestSearch = 200

/** The question to the server; an address that somebody wrote by hand asks a good one too. */
export function filtersOf({ status, search, after, before }: InvoiceUrlState): NonNullable<InvoiceFilters> {
  const text = (search ?? '').trim().slice(0, longestSearch)
  return {
    ...(status ? { status } : {}),
    ...(text === '' ? {} : { search: text }),
    ...(after ? { after } : before ? { before } : {}),
  }
}

// Each of these begins at the first page, unless it says otherwise: a place in one list means nothing in another.
export function withStatus(place: InvoiceUrlState, status: InvoiceUrlState['status']): InvoiceUrlState {
  return { ...(status ? { status } : {}), ...(place.search ? { search: place.search } : {}) }
}

export function withSearch(place: InvoiceUrlState, search: string): InvoiceUrlState {
  return { ...(place.status ? { status: place.status } : {}), ...(search === '' ? {} : { search }) }
}

export function pageAfter(place: InvoiceUrlState, after: string): InvoiceUrlState {
  return { ...firstPage(place), after }
}

export function pageBefore(place: InvoiceUrlState, before: string): InvoiceUrlState {
  return { ...firstPage(place), before }
}

export function firstPage(place: InvoiceUrlState): InvoiceUrlState {
  return withStatus(place, place.status)
}

export function isFiltered(place: InvoiceUrlState): boolean {
  return place.status !== undefined || (place.search ?? '') !== ''
}

export function invoiceCount(count: number): string {
  return count === 1 ? '1 invoice' : `${count} invoices`
}

let left: { businessId: string; place: InvoiceUrlState } | undefined

/** The list as it was left, for the way back to it; of one business, should the next one sign in here. */
export function rememberInvoiceUrlState(businessId: string, place: InvoiceUrlState): void {
  left = { businessId, place }
}

export function rememberedInvoiceUrlState(businessId: string | undefined): InvoiceUrlState {
  return left && left.businessId === businessId ? left.place : {}
}
