import type { Hono } from 'hono'
import type { Logger } from 'pino'
import { startBankSandbox } from '../sandbox/banks/start-bank-sandbox.ts'
import type { Config } from './config.ts'
import type { BankProvider } from './platform/banks/bank-provider.ts'
import type { PlaidAccount } from './platform/banks/plaid-client.ts'
import { createPlaidProvider } from './platform/banks/plaid-provider.ts'
import type { Database } from './platform/db/connect.ts'

interface Banks {
  demoBank: BankProvider
  platformBanks: BankProvider | undefined
  connectOwnBanks: (account: PlaidAccount) => BankProvider
  sandboxPages: Hono
  close(): Promise<void>
}

interface Options {
  config: Config
  database: Database
  log: Logger
}

/** Connects Plaid if the operator has keys, and always the demo bank. Only the address differs. */
export async function connectBanks({ config, database, log }: Options): Promise<Banks> {
  const sandbox = await startBankSandbox({ database, log, appUrl: config.appUrl })
  const { address, clientId, secret } = sandbox
  return {
    demoBank: createPlaidProvider(
      { clientId, secret, environment: 'sandbox' },
      { address, environment: 'demo' },
    ),
    platformBanks: config.plaid && createPlaidProvider(config.plaid),
    connectOwnBanks: (account) => createPlaidProvider(account),
    sandboxPages: sandbox.pages,
    close: () => sandbox.close(),
  }
}
