import type { Deps } from '../../platform/deps.ts'

/** What it takes to mail an invoice to a client. */
export type ClientMailDeps = Deps<
  'jobs' | 'now' | 'appUrl' | 'mailFrom' | 'mailWaitsForVerification' | 'canPayOnline'
>

/** What new and changed invoices need besides. */
export type InvoiceChangeDeps = InvoiceDeps & Deps<'matchTransactions'>

/** What invoices need. */
export type InvoiceDeps = ClientMailDeps & Deps<'database' | 'log' | 'closeCheckouts'>
