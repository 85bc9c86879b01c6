export const integrationsTabs = {
  payments: 'Payments',
  email: 'Email',
  banking: 'Banking',
  settings: 'Settings',
} as const
export type IntegrationsTab = keyof typeof integrationsTabs

/** Payments is the one at the address without a tab. */
interface IntegrationsUrlState {
  tab?: Exclude<IntegrationsTab, 'payments'> | undefined
}

export function readIntegrationsUrlState(search: Record<string, unknown>): IntegrationsUrlState {
  const { tab } = search
  // The router hands on what an address holds unless it is said to be nothing.
  return { tab: tab === 'email' || tab === 'banking' || tab === 'settings' ? tab : undefined }
}
