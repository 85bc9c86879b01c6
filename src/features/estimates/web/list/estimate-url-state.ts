import type { EstimateFilters } from '../estimate-api.ts'

const statuses = ['open', 'accepted', 'declined', 'expired'] as const

export interface EstimateUrlState {
  status?: (typeof statuses)[number] | undefined
  search?: string | undefined
  after?: string | undefined
  before?: string | undefined
}

/** Ignores invalid values. Names every key, because the router keeps the old value of a missing one. */
export function readEstimateUrlState(parameters: Record<string, unknown>): EstimateUrlState {
  const text = (name: keyof EstimateUrlState) => {
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
  { value: 'open', label: 'Open' },
  { value: 'accepted', label: 'Accepted' },
  { value: 'declined', label: 'Declined' },
  { value: 'expired', label: 'Expired' },
] as const satisfies ReadonlyArray<{ value: EstimateUrlState['status']; label: string }>

export const maxSearchLength = 200

/** Converts the URL state to the query of the API. It is valid even for a URL that was typed by hand. */
export function filtersOf({ status, search, after, before }: EstimateUrlState): NonNullable<EstimateFilters> {
  const text = (search ?? '').trim().slice(0, maxSearchLength)
  return {
    ...(status ? { status } : {}),
    ...(text === '' ? {} : { search: text }),
    ...(after ? { after } : before ? { before } : {}),
  }
}

// A change of filters goes back to the first page: a cursor is valid for one list only.
export function withStatus(urlState: EstimateUrlState, status: EstimateUrlState['status']): EstimateUrlState {
  return { ...(status ? { status } : {}), ...(urlState.search ? { search: urlState.search } : {}) }
}

export function withSearch(urlState: EstimateUrlState, search: string): EstimateUrlState {
  return { ...(urlState.status ? { status: urlState.status } : {}), ...(search === '' ? {} : { search }) }
}

export function atCursor(
  urlState: EstimateUrlState,
  cursor: { after: string } | { before: string },
): EstimateUrlState {
  return { ...firstPage(urlState), ...cursor }
}

export function firstPage(urlState: EstimateUrlState): EstimateUrlState {
  return withStatus(urlState, urlState.status)
}

export function isFiltered(urlState: EstimateUrlState): boolean {
  return urlState.status !== undefined || (urlState.search ?? '') !== ''
}

export function estimateCount(count: number): string {
  return count === 1 ? '1 estimate' : `${count} estimates`
}

let lastLeft: { businessId: string; urlState: EstimateUrlState } | undefined

/** Remembers the list as the user left it, for links back to it. Another business that signs in does not get it. */
export function rememberEstimateUrlState(businessId: string, urlState: EstimateUrlState): void {
  lastLeft = { businessId, urlState }
}

export function rememberedEstimateUrlState(businessId: string | undefined): EstimateUrlState {
  return lastLeft && lastLeft.businessId === businessId ? lastLeft.urlState : {}
}
