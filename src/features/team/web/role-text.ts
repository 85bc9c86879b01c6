import type { Role } from '../../../shared/roles.ts'

/** What a role may do, in short: the rows of `permissions` as sentences. */
export const roleDescriptions: Record<Role, string> = {
  owner: 'Everything, and alone the plan, deleting the business and handing it over.',
  admin: 'Everything except the plan, restoring an archive, and deleting the business or handing it over.',
  bookkeeper: 'Sales, expenses, banks and reports. No settings and no keys.',
  sales: 'Clients, estimates, invoices and time. No expenses, banks or reports.',
  viewer: 'Sees sales, expenses, banks and reports, and can comment. Changes nothing else.',
}
