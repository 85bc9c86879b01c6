export const portalTabs = [
  'overview',
  'invoices',
  'estimates',
  'payments',
  'statement',
  'details',
  'messages',
] as const
export type PortalTab = (typeof portalTabs)[number]
