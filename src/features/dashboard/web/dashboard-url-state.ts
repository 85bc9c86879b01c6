const furtherTabs = ['invoices', 'expenses', 'forecast'] as const

/** Which tab is open, as the address says it: left out for the first. */
export interface DashboardUrlState {
  tab?: (typeof furtherTabs)[number] | undefined
}

/** The name is there, if only as undefined: the router lays the answer over the address as it was. */
export function readDashboardUrlState(address: Record<string, unknown>): DashboardUrlState {
  return placeOf(address['tab'])
}

export function placeOf(tab: unknown): DashboardUrlState {
  return { tab: furtherTabs.find((known) => known === tab) }
}
