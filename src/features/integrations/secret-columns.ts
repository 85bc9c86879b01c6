import { integrations } from '../../platform/db/tables/integrations.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import type { SecretAccess, SecretContext, Secrets } from '../../platform/secrets/secrets.ts'

type Row = typeof integrations.$inferSelect

/** The encrypted columns, and what the owner knows them as. */
export const secretColumns = {
  stripeSecretKey: 'Stripe secret key',
  stripeWebhookSecret: 'Stripe signing secret',
  paypalClientSecret: 'PayPal secret',
  emailPassword: 'Email password',
  plaidSecret: 'Plaid secret',
} as const
export type SecretColumn = keyof typeof secretColumns

function placeOf(businessId: string, column: SecretColumn): SecretContext {
  return { businessId, table: 'integrations', column: integrations[column].name, rowId: businessId }
}

/** What is to be written for secrets on their way in: null keeps the saved one, an empty text removes it. */
export async function sealTyped<Column extends SecretColumn>(
  tx: Transaction,
  secrets: Secrets,
  businessId: string,
  typed: Record<Column, string | null>,
): Promise<Partial<Record<Column, Buffer | null>>> {
  const changes: Partial<Record<Column, Buffer | null>> = {}
  for (const column of Object.keys(typed) as Column[]) {
    const value = typed[column]
    if (value === null) continue
    changes[column] = value === '' ? null : await secrets.seal(tx, placeOf(businessId, column), value)
  }
  return changes
}

export async function openColumn(
  tx: Transaction,
  secrets: Secrets,
  row: Row,
  column: SecretColumn,
  access: SecretAccess,
): Promise<string> {
  const sealed = row[column]
  if (!sealed) throw new Error(`nothing is saved in ${column}`)
  return secrets.open(tx, placeOf(row.businessId, column), sealed, access)
}

/** What other features keep encrypted. */
const elsewhere = new Map([
  ['bank_connections.access_token', 'Bank access'],
  ['unattached_bank_items.access_token', 'Bank access'],
  ['bank_links.link_token', 'Bank sign-in page'],
  ['bank_accounts.account_number', 'Account number'],
  ['bank_accounts.routing_number', 'Routing number'],
])

/** What the owner knows it as, of a place in the access log such as integrations.email_password. */
export function labelOfSecret(place: string): string {
  const columns = Object.keys(secretColumns) as SecretColumn[]
  const known = columns.find((column) => `integrations.${integrations[column].name}` === place)
  return known ? secretColumns[known] : (elsewhere.get(place) ?? place.slice(place.indexOf('.') + 1))
}
