import type { AccountFacts, NumberFacts } from '../../platform/banks/bank-provider.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import type { SecretContext, Secrets } from '../../platform/secrets/secrets.ts'

interface RowKey {
  businessId: string
  id: string
}

export function tokenContext({ businessId, id }: RowKey): SecretContext {
  return { businessId, table: 'bank_connections', column: 'access_token', rowId: id }
}

export function unattachedContext({ businessId, id }: RowKey): SecretContext {
  return { businessId, table: 'unattached_bank_items', column: 'access_token', rowId: id }
}

export function linkContext({ businessId, id }: RowKey): SecretContext {
  return { businessId, table: 'bank_links', column: 'link_token', rowId: id }
}

function numberContext(account: RowKey, column: 'account_number' | 'routing_number'): SecretContext {
  return { businessId: account.businessId, table: 'bank_accounts', column, rowId: account.id }
}

/**
 * Encrypts an account's numbers and returns them as columns of its row. If the bank does not share the full
 * account number, the last digits (`mask`) are stored instead.
 */
export async function sealNumbers(
  tx: Transaction,
  secrets: Secrets,
  account: RowKey,
  { mask }: Pick<AccountFacts, 'mask'>,
  numbers: Omit<NumberFacts, 'providerId'> | undefined,
) {
  const accountNumber = numbers?.accountNumber || mask
  const routingNumber = numbers?.routingNumber
  const seal = (column: Parameters<typeof numberContext>[1], value: string | null | undefined) =>
    value ? secrets.seal(tx, numberContext(account, column), value) : null
  return {
    last4: lastDigits(accountNumber),
    accountNumber: await seal('account_number', accountNumber),
    routingNumber: await seal('routing_number', routingNumber),
  }
}

function lastDigits(number: string | null): string | null {
  return number?.replaceAll(/[^0-9A-Za-z]/g, '').slice(-4) || null
}
