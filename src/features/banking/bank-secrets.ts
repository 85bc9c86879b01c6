import type { AccountFacts, NumberFacts } from '../../platform/banks/bank-provider.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import type { SecretContext, Secrets } from '../../platform/secrets/secrets.ts'

interface RowOf {
  businessId: string
  id: string
}

export function tokenContext({ businessId, id }: RowOf): SecretContext {
  return { businessId, table: 'bank_connections', column: 'access_token', rowId: id }
}

export function unattachedContext({ businessId, id }: RowOf): SecretContext {
  return { businessId, table: 'unattached_bank_items', column: 'access_token', rowId: id }
}

export function linkContext({ businessId, id }: RowOf): SecretContext {
  return { businessId, table: 'bank_links', column: 'link_token', rowId: id }
}

function numberPlace(account: RowOf, column: 'account_number' | 'routing_number'): SecretContext {
  return { businessId: account.businessId, table: 'bank_accounts', column, rowId: account.id }
}

/** What is kept of an account's numbers, in the columns of its row. What the bank tells of one is kept where it does not tell it whole. */
export async function sealNumbers(
  tx: Transaction,
  secrets: Secrets,
  account: RowOf,
  { mask }: Pick<AccountFacts, 'mask'>,
  numbers: Omit<NumberFacts, 'providerId'> | undefined,
) {
  const accountNumber = numbers?.accountNumber || mask
  const routingNumber = numbers?.routingNumber
  const seal = (column: Parameters<typeof numberPlace>[1], value: string | null | undefined) =>
    value ? secrets.seal(tx, numberPlace(account, column), value) : null
  return {
    last4: lastDigits(accountNumber),
    accountNumber: await seal('account_number', accountNumber),
    routingNumber: await seal('routing_number', routingNumber),
  }
}

function lastDigits(number: string | null): string | null {
  return number?.replaceAll(/[^0-9A-Za-z]/g, '').slice(-4) || null
}
