import type { InvoiceFilters } from './invoice-api.ts'

/** Where in the list somebody is, as the address says it. */
export interface ListPlace {
  status?: 'pending' | 'paid' | 'overdue'
  search?: string
  after?: string
  before?: string
}

export const statusFilters = [
  { status: undefined, label: 'All' },
  { status: 'pending', label: 'Pending' },
  { status: 'paid', label: 'Paid' },
  { status: 'overdue', label: 'Overdue' },
] as const satisfies ReadonlyArray<{ status: ListPlace['status']; label: string }>

export const longestSearch = 200

/** The question to the server; an address that somebody wrote by hand asks a good one too. */
export function filtersOf({ status, search, after, before }: ListPlace): NonNullable<InvoiceFilters> {
  const text = (search ?? '').trim().slice(0, longestSearch)
  return {
    ...(status ? { status } : {}),
    ...(text === '' ? {} : { search: text }),
    ...(after ? { after } : before ? { before } : {}),
  }
}

// Each of these begins at the first page, unless it says otherwise: a place in one list means nothing in another.
export function withStatus(place: ListPlace, status: ListPlace['status']): ListPlace {
  return { ...(status ? { status } : {}), ...(place.search ? { search: place.search } : {}) }
}

export function withSearch(place: ListPlace, search: string): ListPlace {
  return { ...(place.status ? { status: place.status } : {}), ...(search === '' ? {} : { search }) }
}

export function pageAfter(place: ListPlace, after: string): ListPlace {
  return { ...firstPage(place), after }
}

export function pageBefore(place: ListPlace, before: string): ListPlace {
  return { ...firstPage(place), before }
}

export function firstPage(place: ListPlace): ListPlace {
  return withStatus(place, place.status)
}

export function isFiltered(place: ListPlace): boolean {
  return place.status !== undefined || (place.search ?? '') !== ''
}

export function invoiceCount(count: number): string {
  return count === 1 ? '1 invoice' : `${count} invoices`
}
