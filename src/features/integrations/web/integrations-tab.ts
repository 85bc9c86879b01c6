export const integrationsTabs = {
  payments: 'Payments',
  email: 'Email',
  banking: 'Banking',
  settings: 'Settings',
} as const
export type IntegrationsTab = keyof typeof integrationsTabs

/** The tab is missing for Payments, the default. */
interface IntegrationsUrlState {
  tab?: Exclude<IntegrationsTab, 'payments'> | undefined
}

export function readIntegrationsUrlState(search: Record<string, unknown>): IntegrationsUrlState {
  const { tab } = search
  // The router keeps the original value of a parameter unless it is explicitly undefined.
  return { tab: tab === 'email' || tab === 'banking' || tab === 'settings' ? tab : undefined }
}
