import type { Logger } from 'pino'
import {
  type AccountFacts,
  type AccountKind,
  type BankItem,
  type BankProvider,
  BankProviderError,
  type NumberFacts,
} from '../../../platform/banks/bank-provider.ts'
import { textOf } from '../sync/transaction-row.ts'

interface ItemFacts extends BankItem {
  accounts: AccountFacts[]
  numbers: NumberFacts[]
}

/** A newly exchanged item with its accounts. */
export interface NewItem extends ItemFacts {
  accessToken: string
  /** The id of its row in `unattached_bank_items`. */
  unattachedId: string
}

export async function readItemFacts(
  provider: BankProvider,
  accessToken: string,
  log: Logger,
): Promise<ItemFacts> {
  const item = await provider.readItem(accessToken)
  const accounts = (await provider.listAccounts(accessToken)).filter(isInDollars)
  if (accounts.length === 0) throw nothingInDollars(item)
  return { ...item, accounts, numbers: await listNumbers(provider, accessToken, log) }
}

/** All amounts are in US dollars. An account without a currency counts as one in dollars. */
export function isInDollars({ currency }: Pick<AccountFacts, 'currency'>): boolean {
  return currency === null || currency === 'USD'
}

/** Reads account numbers. A bank that does not share them is no error, because the last digits are enough. */
export async function listNumbers(
  provider: BankProvider,
  accessToken: string,
  log: Logger,
): Promise<NumberFacts[]> {
  try {
    return await provider.listNumbers(accessToken)
  } catch (error) {
    if (!(error instanceof BankProviderError)) throw error
    log.warn({ err: error }, 'a bank does not share the numbers of its accounts')
    return []
  }
}

function nothingInDollars({ institutionName }: BankItem): BankProviderError {
  const message = `${institutionName} didn’t share an account in US dollars, so nothing was connected.`
  return new BankProviderError('refused', 'NO_DOLLAR_ACCOUNTS', message)
}

/** Returns an account's name, type and kind as columns of its row. */
export function describeAccount({ name, type, kind, subtype }: AccountFacts): {
  name: string
  type: string
  kind: AccountKind
  subtype: string | null
} {
  return {
    name: textOf(name),
    type: textOf(type) || 'other',
    kind,
    subtype: subtype === null ? null : textOf(subtype) || null,
  }
}
