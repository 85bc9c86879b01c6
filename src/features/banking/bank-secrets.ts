import type { AccountFacts, NumberFacts } from '../../platform/banks/bank-provider.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import type { SecretContext, Secrets } from '../../platform/secrets/secrets.ts'

interface RowKey {
  businessId: string
  id: string
}

function contextOf(table: string, column: string) {
  return ({ businessId, id }: RowKey): SecretContext => ({ businessId, table, column, rowId: id })
}

export const tokenContext = contextOf('bank_connections', 'access_token')
export const unattachedContext = contextOf('unattached_bank_items', 'access_token')
export const linkContext = contextOf('bank_links', 'link_token')

/** The last four digits or letters of an account number. */
export function last4Of(number: string | null): string | null {
  return number?.replaceAll(/[^0-9A-Za-z]/g, '').slice(-4) || null
}

/** Encrypts an account's numbers. Without a full number from the bank, stores its last digits (`mask`). */
export async function sealNumbers(
  tx: Transaction,
  secrets: Secrets,
  account: RowKey,
  { mask }: Pick<AccountFacts, 'mask'>,
  numbers: Omit<NumberFacts, 'providerId'> | undefined,
) {
  const accountNumber = numbers?.accountNumber || mask
  const seal = (column: string, value: string | null | undefined) =>
    value ? secrets.seal(tx, contextOf('bank_accounts', column)(account), value) : null
  return {
    last4: last4Of(accountNumber),
    accountNumber: await seal('account_number', accountNumber),
    routingNumber: await seal('routing_number', numbers?.routingNumber),
  }
}
