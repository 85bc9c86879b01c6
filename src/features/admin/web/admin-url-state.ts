export interface AdminUrlState {
  /** Missing for User Management, the default tab. */
  tab?: 'email' | undefined
  search?: string | undefined
  show?: 'admins' | 'suspended' | undefined
}

export function readAdminUrlState(search: Record<string, unknown>): AdminUrlState {
  const { tab, search: searchText, show } = search
  // The router keeps the original value of a parameter unless it is explicitly undefined.
  return {
    tab: tab === 'email' ? tab : undefined,
    search: typeof searchText === 'string' && searchText ? searchText : undefined,
    show: show === 'admins' || show === 'suspended' ? show : undefined,
  }
}
