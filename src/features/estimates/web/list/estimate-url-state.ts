import { type ListUrlState, readListUrlState, rememberedList } from '../../../../web/lists/list-url-state.ts'

export interface EstimateUrlState extends ListUrlState {
  status?: 'open' | 'accepted' | 'declined' | 'expired' | undefined
}

export const statusFilters = [
  { value: undefined, label: 'All' },
  { value: 'open', label: 'Open' },
  { value: 'accepted', label: 'Accepted' },
  { value: 'declined', label: 'Declined' },
  { value: 'expired', label: 'Expired' },
] as const satisfies ReadonlyArray<{ value: EstimateUrlState['status']; label: string }>

export function readEstimateUrlState(parameters: Record<string, unknown>): EstimateUrlState {
  return {
    status: statusFilters.find(({ value }) => value === parameters['status'])?.value,
    ...readListUrlState(parameters),
  }
}

export const estimateList = rememberedList<EstimateUrlState>()

export function estimateCount(count: number): string {
  return count === 1 ? '1 estimate' : `${count} estimates`
}
