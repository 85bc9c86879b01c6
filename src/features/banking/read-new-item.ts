import type { Logger } from 'pino'
import { BankProviderError } from '../../platform/banks/bank-provider.ts'
import type { AccountFacts, BankItem, BankProvider, NumberFacts } from '../../platform/banks/bank-provider.ts'

/** An access that was just given, and what it opens. */
export interface NewItem extends BankItem {
  accessToken: string
  accounts: AccountFacts[]
  numbers: NumberFacts[]
}

/** Takes the access that an owner gave. If nothing can be read with it, it is given back. */
export async function readNewItem(
  provider: BankProvider,
  publicToken: string,
  log: Logger,
): Promise<NewItem> {
  const { accessToken } = await provider.exchange(publicToken)
  return readAccess(provider, accessToken, log)
}

/** The same with an access that was taken already. */
export async function readAccess(provider: BankProvider, accessToken: string, log: Logger): Promise<NewItem> {
  try {
    const item = await provider.readItem(accessToken)
    const accounts = (await provider.listAccounts(accessToken)).filter(isInDollars)
    if (accounts.length === 0) throw nothingInDollars(item)
    return { ...item, accessToken, accounts, numbers: await listNumbers(provider, accessToken, log) }
  } catch (error) {
    await giveBack(provider, accessToken, log)
    throw error
  }
}

/** As far as it goes: nobody waits for it. */
export async function giveBack(provider: BankProvider, accessToken: string, log: Logger): Promise<void> {
  try {
    await provider.endItem(accessToken)
  } catch (error) {
    log.warn({ err: error }, 'an access to a bank that is not needed could not be given back')
  }
}

/** All amounts are in dollars. What a bank does not name a currency for is taken for that. */
export function isInDollars({ currency }: Pick<AccountFacts, 'currency'>): boolean {
  return currency === null || currency === 'USD'
}

/** Without them an account works as well: its last digits are known. */
export async function listNumbers(
  provider: BankProvider,
  accessToken: string,
  log: Logger,
): Promise<NumberFacts[]> {
  try {
    return await provider.listNumbers(accessToken)
  } catch (error) {
    if (!(error instanceof BankProviderError)) throw error
    log.warn({ err: error }, 'a bank does not tell the numbers of its accounts')
    return []
  }
}

function nothingInDollars({ institutionName }: BankItem): BankProviderError {
  const words = `${institutionName} shares no account in US dollars, so nothing was connected.`
  return new BankProviderError('refused', 'NO_DOLLAR_ACCOUNTS', words)
}
