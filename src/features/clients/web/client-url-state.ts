import { type ListUrlState, readListUrlState } from '../../../web/lists/list-url-state.ts'

export interface ClientUrlState extends ListUrlState {
  view?: 'owing' | 'archived' | undefined
}

export const viewFilters = [
  { value: undefined, label: 'All' },
  { value: 'owing', label: 'Owing' },
  { value: 'archived', label: 'Archived' },
] as const satisfies ReadonlyArray<{ value: ClientUrlState['view']; label: string }>

export function readClientUrlState(parameters: Record<string, unknown>): ClientUrlState {
  return {
    view: viewFilters.find(({ value }) => value === parameters['view'])?.value,
    ...readListUrlState(parameters),
  }
}

export function clientCount(count: number): string {
  return count === 1 ? '1 client' : `${count} clients`
}
