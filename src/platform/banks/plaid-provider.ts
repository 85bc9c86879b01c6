import type { BankProvider } from './bank-provider.ts'
import { createPlaidAccounts } from './plaid-accounts.ts'
import { type PlaidAccount, type PlaidOptions, addressOf, createAskPlaid } from './plaid-client.ts'
import { createPlaidItems } from './plaid-items.ts'
import { createPlaidLinks } from './plaid-links.ts'
import { createPlaidTransactions } from './plaid-transactions.ts'
import { createPlaidWebhooks } from './plaid-webhooks.ts'

interface ProviderOptions extends Pick<PlaidOptions, 'address'> {
  /** Set if it differs from the account's environment: the demo bank uses the same protocol. */
  environment?: BankProvider['environment']
  /** Milliseconds for one request. */
  timeout?: number
}

export function createPlaidProvider(account: PlaidAccount, options: ProviderOptions = {}): BankProvider {
  const { address, environment = account.environment, timeout = 15_000 } = options
  const ask = createAskPlaid(account, { address, timeout })
  return {
    environment,
    ...createPlaidLinks(ask, environment),
    ...createPlaidItems(ask, environment),
    ...createPlaidAccounts(ask),
    ...createPlaidTransactions(ask),
    ...createPlaidWebhooks(ask, JSON.stringify([addressOf(account, { address }), account.clientId])),
  }
}
