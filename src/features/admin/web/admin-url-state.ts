/** Which tab of the admin page is open, and whom its table shows. */
export interface AdminUrlState {
  /** User Management is the one at the address without a tab. */
  tab?: 'email' | undefined
  search?: string | undefined
  show?: 'admins' | 'suspended' | undefined
}

export function readAdminUrlState(search: Record<string, unknown>): AdminUrlState {
  const { tab, search: wanted, show } = search
  // The router hands on what an address holds unless it is said to be nothing.
  return {
    tab: tab === 'email' ? tab : undefined,
    search: typeof wanted === 'string' && wanted ? wanted : undefined,
    show: show === 'admins' || show === 'suspended' ? show : undefined,
  }
}
