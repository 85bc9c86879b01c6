export const portalTabs = ['overview', 'invoices', 'estimates', 'payments', 'details', 'messages'] as const
export type PortalTab = (typeof portalTabs)[number]
