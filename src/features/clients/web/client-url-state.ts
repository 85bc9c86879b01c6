import type { ClientFilters } from './client-api.ts'

const views = ['owing', 'archived'] as const

export interface ClientUrlState {
  view?: (typeof views)[number] | undefined
  search?: string | undefined
  after?: string | undefined
  before?: string | undefined
}

export const maxSearchLength = 200

/** Ignores invalid values. Names every key, because the router keeps the old value of a missing one. */
export function readClientUrlState(parameters: Record<string, unknown>): ClientUrlState {
  const text = (name: keyof ClientUrlState) => {
    const value = parameters[name]
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  return {
    view: views.find((view) => view === parameters['view']),
    search: text('search'),
    after: text('after'),
    before: text('before'),
  }
}

export const viewFilters = [
  { value: undefined, label: 'All' },
  { value: 'owing', label: 'Owing' },
  { value: 'archived', label: 'Archived' },
] as const satisfies ReadonlyArray<{ value: ClientUrlState['view']; label: string }>

export function filtersOf({ view, search, after, before }: ClientUrlState): NonNullable<ClientFilters> {
  const text = (search ?? '').trim().slice(0, maxSearchLength)
  return {
    ...(view ? { view } : {}),
    ...(text === '' ? {} : { search: text }),
    ...(after ? { after } : before ? { before } : {}),
  }
}

/** A change of filters goes back to the first page: a cursor is valid for one list only. */
export function withFilter(
  { view, search }: ClientUrlState,
  change: Pick<ClientUrlState, 'view'> | Pick<ClientUrlState, 'search'>,
): ClientUrlState {
  const next = { view, search, ...change }
  return { ...(next.view ? { view: next.view } : {}), ...(next.search ? { search: next.search } : {}) }
}

export function isFiltered({ view, search }: ClientUrlState): boolean {
  return view !== undefined || (search ?? '') !== ''
}

export function clientCount(count: number): string {
  return count === 1 ? '1 client' : `${count} clients`
}
