import type { Logger } from 'pino'
import {
  type AccountFacts,
  type AccountKind,
  type BankItem,
  type BankProvider,
  BankProviderError,
  type NumberFacts,
} from '../../../platform/banks/bank-provider.ts'
import type { Currency } from '../../../shared/currencies.ts'
import { textOf } from '../sync/transaction-row.ts'

/** An account whose currency is known. Without one, its amounts mean nothing. */
export type KeptAccount = AccountFacts & { currency: Currency }

interface ItemFacts extends BankItem {
  accounts: KeptAccount[]
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
  const accounts = (await provider.listAccounts(accessToken)).filter(hasCurrency)
  if (accounts.length === 0) throw noCurrency(item)
  return { ...item, accounts, numbers: await listNumbers(provider, accessToken, log) }
}

function hasCurrency(facts: AccountFacts): facts is KeptAccount {
  return facts.currency !== null
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

/** What the bank reports about the numbers of an account. */
export function numbersOf(
  { providerId }: Pick<AccountFacts, 'providerId'>,
  numbers: readonly NumberFacts[],
): NumberFacts | undefined {
  return numbers.find((one) => one.providerId === providerId)
}

function noCurrency({ institutionName }: BankItem): BankProviderError {
  const message = `${institutionName} didn’t share an account in a currency we know, so nothing was connected.`
  return new BankProviderError('refused', 'NO_KNOWN_CURRENCY', message)
}

/** Returns an account's name, type, kind and currency as columns of its row. */
export function describeAccount({ name, type, kind, subtype, currency }: KeptAccount): {
  name: string
  type: string
  kind: AccountKind
  subtype: string | null
  currency: Currency
} {
  return {
    name: textOf(name),
    type: textOf(type) || 'other',
    kind,
    subtype: subtype === null ? null : textOf(subtype) || null,
    currency,
  }
}
