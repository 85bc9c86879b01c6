import fc from 'fast-check'

/**
 * An id in a request is drawn as a description, so that the same seed draws the same request whatever ids the
 * database generated. The actual id is looked up when the request is sent.
 */
const form = /^@id:(own|foreign):([a-z_.]+):(\d+)$/

export interface DescribedId {
  whose: 'own' | 'foreign'
  table: string
  which: number
}

export function readDescription(text: string): DescribedId | undefined {
  const [, whose, table = '', which] = form.exec(text) ?? []
  return whose ? { whose: whose as DescribedId['whose'], table, which: Number(which) } : undefined
}

/** The table of an id: in a path by the preceding segment, in a query or body by its name. */
const tables: Record<string, string> = {
  invoices: 'invoices',
  clients: 'clients',
  client: 'clients',
  payments: 'payments',
  recurring: 'recurring_series',
  'recurring-expenses': 'recurring_expenses',
  expenses: 'expenses',
  'invoice-templates': 'invoice_templates',
  'tax-rates': 'tax_rates',
  transactions: 'transactions',
  transactionId: 'transactions',
  rules: 'category_rules',
  matches: 'transaction_matches',

  connections: 'bank_connections',
  connectionId: 'bank_connections',
  account: 'bank_accounts',
  accountId: 'bank_accounts',
  accountIds: 'bank_accounts',
  'bank-imports': 'bank_imports',
  links: 'bank_links',
  files: 'files',
  logoId: 'files',
  stripe: 'integrations',
  sessions: 'auth.sessions',
  users: 'auth.users',
  'contact-messages': 'platform.contact_messages',
  mails: 'mails',
  mailbox: 'mailbox',
  jobs: 'pgboss.job',
}

/** Returns the table for the last name in the path to an id that determines one. */
export function tableOf(way: readonly string[]): string {
  return way.map((name) => tables[name]).findLast((table) => table !== undefined) ?? 'invoices'
}

const fixed = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222']

/**
 * Describes a text of the caller that is known when the request is sent: an email address or the name of the
 * business.
 */
export const ownText = (what: 'email' | 'word') => `@id:own:${what}:0`

/** Draws valid ids: mostly of the caller's own rows, some of others' or of none. */
export function idArbitrary(way: readonly string[]): fc.Arbitrary<string> {
  // A client that repeats a request uses the same id.
  if (way.at(-1) === 'requestId') return fc.oneof(fc.uuid({ version: 4 }), fc.constantFrom(...fixed))
  const table = tableOf(way)
  const which = fc.integer({ min: 0, max: 19 })
  return fc.oneof(
    { weight: 6, arbitrary: which.map((n) => `@id:own:${table}:${n}`) },
    { weight: 2, arbitrary: which.map((n) => `@id:foreign:${table}:${n}`) },
    { weight: 1, arbitrary: fc.constantFrom(...fixed) },
    { weight: 1, arbitrary: fc.uuid() },
  )
}

/** Replaces every description in a value. */
export function replaceTexts(value: unknown, replace: (text: string) => string): unknown {
  if (typeof value === 'string') return replace(value)
  if (Array.isArray(value)) return value.map((part) => replaceTexts(part, replace))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, replaceTexts(part, replace)] as const),
  )
}
