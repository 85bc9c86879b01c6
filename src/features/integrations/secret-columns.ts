import { integrations } from '../../platform/db/tables/integrations.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import type { SecretAccess, SecretContext, Secrets } from '../../platform/secrets/secrets.ts'
import type { IntegrationRow } from './queries.ts'

/** The encrypted columns, with the labels that the owner sees. */
export const secretColumns = {
  stripeSecretKey: 'Stripe secret key',
  stripeWebhookSecret: 'Stripe signing secret',
  paypalClientSecret: 'PayPal secret',
  emailPassword: 'Email password',
  plaidSecret: 'Plaid secret',
} as const
export type SecretColumn = keyof typeof secretColumns

function contextOf(businessId: string, column: SecretColumn): SecretContext {
  return { businessId, table: 'integrations', column: integrations[column].name, rowId: businessId }
}

/** Encrypts typed secrets for storage: null keeps the saved secret, an empty string removes it. */
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
    changes[column] = value === '' ? null : await secrets.seal(tx, contextOf(businessId, column), value)
  }
  return changes
}

export async function openColumn(
  tx: Transaction,
  secrets: Secrets,
  row: IntegrationRow,
  column: SecretColumn,
  access: SecretAccess,
): Promise<string> {
  const sealed = row[column]
  if (!sealed) throw new Error(`nothing is saved in ${column}`)
  return secrets.open(tx, contextOf(row.businessId, column), sealed, access)
}

const otherLabels = new Map([
  ['bank_connections.access_token', 'Bank access'],
  ['unattached_bank_items.access_token', 'Bank access'],
  ['bank_links.link_token', 'Bank sign-in page'],
  ['bank_accounts.account_number', 'Account number'],
  ['bank_accounts.routing_number', 'Routing number'],
])

/** Returns the owner's label for a column in the access log, such as integrations.email_password. */
export function labelOfSecret(secret: string): string {
  const columns = Object.keys(secretColumns) as SecretColumn[]
  const match = columns.find((column) => `integrations.${integrations[column].name}` === secret)
  return match ? secretColumns[match] : (otherLabels.get(secret) ?? secret.slice(secret.indexOf('.') + 1))
}
