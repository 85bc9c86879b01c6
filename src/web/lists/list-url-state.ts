/** What the URL of a list says besides its own filters: the search and the page. */
export interface ListUrlState {
  search?: string | undefined
  after?: string | undefined
  before?: string | undefined
}

export const maxSearchLength = 200

/** Ignores invalid values. Names every key, because the router keeps the old value of a missing one. */
export function readListUrlState(parameters: Record<string, unknown>) {
  const text = (name: keyof ListUrlState) => {
    const value = parameters[name]
    return typeof value === 'string' && value !== '' && !value.includes('\0') ? value : undefined
  }
  return { search: text('search'), after: text('after'), before: text('before') }
}

/** Converts the URL state to the query of the API. It is valid even for a URL that was typed by hand. */
export function filtersOf<UrlState extends ListUrlState>(urlState: UrlState) {
  const { search = '', after, before } = urlState
  const text = search.trim().slice(0, maxSearchLength)
  return { ...urlState, search: text || undefined, before: after === undefined ? before : undefined }
}

/** Changes filters and returns to the first page: a cursor is only valid for the filters it came with. */
export function withChange<UrlState extends ListUrlState>(
  urlState: UrlState,
  change: Partial<UrlState> = {},
): UrlState {
  return { ...urlState, after: undefined, before: undefined, ...change }
}

/** Whether anything but the page is chosen. */
export function isFiltered(urlState: ListUrlState): boolean {
  return Object.values(withChange(urlState)).some((value) => value !== undefined)
}

/** Remembers a list as the user left it, for links back to it. Another business that signs in does not get it. */
export function rememberedList<UrlState extends ListUrlState>() {
  let lastLeft: { businessId: string; urlState: UrlState } | undefined
  return {
    leave(businessId: string | undefined, urlState: UrlState): void {
      if (businessId !== undefined) lastLeft = { businessId, urlState }
    },
    of(businessId: string | undefined): Partial<UrlState> {
      return lastLeft && lastLeft.businessId === businessId ? lastLeft.urlState : {}
    },
  }
}
