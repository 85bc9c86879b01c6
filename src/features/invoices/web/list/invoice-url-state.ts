import type { InvoiceFilters } from '../invoice-api.ts'

const statuses = ['pending', 'paid', 'overdue'] as const

export interface InvoiceUrlState {
  status?: (typeof statuses)[number] | undefined
  search?: string | undefined
  after?: string | undefined
  before?: string | undefined
}

/** Ignores invalid values. Names every key, because the router keeps the old value of a missing one. */
export function readInvoiceUrlState(parameters: Record<string, unknown>): InvoiceUrlState {
  const text = (name: keyof InvoiceUrlState) => {
    const value = parameters[name]
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  return {
    status: statuses.find((status) => status === parameters['status']),
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

export const maxSearchLength = 200

/** Converts the URL state to the query of the API. It is valid even for a URL that was typed by hand. */
export function filtersOf({ status, search, after, before }: InvoiceUrlState): NonNullable<InvoiceFilters> {
  const text = (search ?? '').trim().slice(0, maxSearchLength)
  return {
    ...(status ? { status } : {}),
    ...(text === '' ? {} : { search: text }),
    ...(after ? { after } : before ? { before } : {}),
  }
}

// A change of filters goes back to the first page: a cursor is valid for one list only.
export function withStatus(urlState: InvoiceUrlState, status: InvoiceUrlState['status']): InvoiceUrlState {
  return { ...(status ? { status } : {}), ...(urlState.search ? { search: urlState.search } : {}) }
}

export function withSearch(urlState: InvoiceUrlState, search: string): InvoiceUrlState {
  return { ...(urlState.status ? { status: urlState.status } : {}), ...(search === '' ? {} : { search }) }
}

export function atCursor(
  urlState: InvoiceUrlState,
  cursor: { after: string } | { before: string },
): InvoiceUrlState {
  return { ...firstPage(urlState), ...cursor }
}

export function firstPage(urlState: InvoiceUrlState): InvoiceUrlState {
  return withStatus(urlState, urlState.status)
}

export function isFiltered(urlState: InvoiceUrlState): boolean {
  return urlState.status !== undefined || (urlState.search ?? '') !== ''
}

export function invoiceCount(count: number): string {
  return count === 1 ? '1 invoice' : `${count} invoices`
}

let lastLeft: { businessId: string; urlState: InvoiceUrlState } | undefined

/** Remembers the list as the user left it, for links back to it. Another business that signs in does not get it. */
export function rememberInvoiceUrlState(businessId: string, urlState: InvoiceUrlState): void {
  lastLeft = { businessId, urlState }
}

export function rememberedInvoiceUrlState(businessId: string | undefined): InvoiceUrlState {
  return lastLeft && lastLeft.businessId === businessId ? lastLeft.urlState : {}
}
