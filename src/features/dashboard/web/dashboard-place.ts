const furtherTabs = ['invoices', 'expenses', 'forecast'] as const

/** Which tab is open, as the address says it: left out for the first. */
export interface DashboardPlace {
  tab?: (typeof furtherTabs)[number] | undefined
}

/** The name is there, if only as undefined: the router lays the answer over the address as it was. */
export function readDashboardPlace(address: Record<string, unknown>): DashboardPlace {
  return placeOf(address['tab'])
}

export function placeOf(tab: unknown): DashboardPlace {
  return { tab: furtherTabs.find((known) => known === tab) }
}
