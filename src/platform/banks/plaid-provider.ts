import { BankProviderError } from './bank-provider.ts'
import type { BankProvider } from './bank-provider.ts'
import type { PlaidAccount, PlaidOptions } from './plaid-client.ts'

interface ProviderOptions extends Pick<PlaidOptions, 'address'> {
  /** Said when it differs from the account's: the demo bank speaks the same protocol. */
  environment?: BankProvider['environment']
  /** Milliseconds for one request. */
  timeout?: number
}

export function createPlaidProvider(account: PlaidAccount, options: ProviderOptions = {}): BankProvider {
  const missing = async (): Promise<never> => {
    throw new BankProviderError('later', 'NOT_THERE', 'This is not there yet.')
  }
  return {
    environment: options.environment ?? account.environment,
    createLink: missing,
    readLink: missing,
    createDemoToken: missing,
    exchange: missing,
    readItem: missing,
    listAccounts: missing,
    listNumbers: missing,
    syncTransactions: missing,
    endItem: missing,
    expireItem: missing,
    readNews: missing,
  }
}
