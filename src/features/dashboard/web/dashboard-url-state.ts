const otherTabs = ['invoices', 'expenses', 'forecast'] as const

/** The open tab, as part of the URL state; missing for the first tab. */
export interface DashboardUrlState {
  tab?: (typeof otherTabs)[number] | undefined
}

/** The key is always present, because the router merges the result into the original search. */
export function readDashboardUrlState(search: Record<string, unknown>): DashboardUrlState {
  return toUrlState(search['tab'])
}

export function toUrlState(tab: unknown): DashboardUrlState {
  return { tab: otherTabs.find((name) => name === tab) }
}
