/** What a member may be in a business. Each business has exactly one owner. */
export const roles = ['owner', 'admin', 'bookkeeper', 'sales', 'viewer'] as const
export type Role = (typeof roles)[number]

export const roleLabels: Record<Role, string> = {
  owner: 'Owner',
  admin: 'Admin',
  bookkeeper: 'Bookkeeper',
  sales: 'Sales',
  viewer: 'Viewer / accountant',
}

/** As in "You are …". */
export const roleNames: Record<Role, string> = {
  owner: 'the owner',
  admin: 'an admin',
  bookkeeper: 'a bookkeeper',
  sales: 'in sales',
  viewer: 'a viewer',
}

const everyone = roles
const office = ['owner', 'admin', 'bookkeeper'] as const
const heads = ['owner', 'admin'] as const

/** Who may do what: the one table that the API, the pages and the documents use. */
export const permissions = {
  /** The business itself: its name, currency, plan and what changes in it. */
  'business.read': everyone,
  /** Clients, estimates, invoices, recurring invoices, templates, items and time. */
  'sales.read': everyone,
  'sales.write': ['owner', 'admin', 'bookkeeper', 'sales'],
  /** Invoices of others above the amount that the business sets. */
  'invoices.approve': heads,
  /** Expenses, receipts, banks, transactions, matches, payouts, and payments that are recorded or refunded. */
  'money.read': ['owner', 'admin', 'bookkeeper', 'viewer'],
  'money.write': office,
  /** The dashboard, reports and the files for an accountant. */
  'reports.read': ['owner', 'admin', 'bookkeeper', 'viewer'],
  /** Closing periods, the accounts of the general ledger, the monthly summary. */
  'reports.write': office,
  /** Comments on what the member may see. */
  'comments.write': everyone,
  /** The profile of the business, logo, numbers, reminders, late fees, receipt mail, own categories and fields. */
  'settings.write': heads,
  /** Accounts with card providers, banks and mail servers, with their keys. */
  'keys.write': heads,
  /** Members and invitations, and who did what. */
  'team.write': heads,
  /** Everything that is stored, in one archive. */
  'data.export': heads,
  /** The plan, deletion, restoring an archive, handing over. */
  'business.own': ['owner'],
} as const satisfies Record<string, readonly Role[]>

export type Permission = keyof typeof permissions

export function isPermitted(role: Role, permission: Permission): boolean {
  return (permissions[permission] as readonly Role[]).includes(role)
}
