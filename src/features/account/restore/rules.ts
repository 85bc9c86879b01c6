/** An archive is sent in parts of this size, because a request is held in memory. */
export const partBytes = 8 * 1024 ** 2
/** What an export can become: its tables, and up to 2 GB of files. */
export const maxArchiveBytes = 4 * 1024 ** 3 - 1
/** What its tables may become when they are unpacked. */
export const maxTableBytes = 6 * 1024 ** 3

export function partCount(byteCount: number): number {
  return Math.ceil(byteCount / partBytes)
}

/** What the page calls the rows of a table, in the order in which it names them. */
export const restoredNames: Readonly<Record<string, string>> = {
  clients: 'Clients',
  invoices: 'Invoices',
  credit_notes: 'Credit notes',
  estimates: 'Estimates',
  payments: 'Payments',
  recurring_series: 'Recurring invoices',
  invoice_templates: 'Templates',
  expenses: 'Expenses',
  time_entries: 'Time entries',
  items: 'Saved items',
  recurring_expenses: 'Recurring expenses',
  receipts: 'Receipts',
  bank_accounts: 'Bank accounts',
  transactions: 'Bank transactions',
  mails: 'Emails',
}

/** What an account must not have before an archive is restored into it. */
export const blockingTables: Readonly<Record<string, string>> = {
  clients: 'clients',
  invoices: 'invoices',
  payments: 'payments',
  estimates: 'estimates',
  recurring_series: 'recurring invoices',
  invoice_templates: 'templates',
  expenses: 'expenses',
  recurring_expenses: 'recurring expenses',
  receipts: 'receipts',
  bank_connections: 'banks',
  transactions: 'bank transactions',
  tax_rates: 'tax rates',
  items: 'saved items',
  time_entries: 'time entries',
  exchange_rates: 'exchange rates',
}

/** For example: This one has clients, invoices and expenses. */
export function notEmptyText(found: readonly string[]): string {
  const list = found.length > 1 ? `${found.slice(0, -1).join(', ')} and ${found.at(-1)}` : found[0]
  return `An archive can only be restored into an account without data. This one has ${list}.`
}

export const alreadyRestoredText = 'An archive was already restored into this account.'

/** What an archive does not bring back, for the page. */
export const notRestoredTexts = [
  'Your plan, your password and who is signed in.',
  'Keys of your own Stripe, PayPal, Plaid and email accounts. Enter them again in Integrations.',
  'Access to your banks. Their accounts and transactions come back; connect a bank again to update it.',
  'Emails that were waiting to be sent. Nothing from the archive is sent.',
  'Recurring invoices come back paused. Reminders continue with the next one that is due.',
] as const
