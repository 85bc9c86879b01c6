import type { Logger } from 'pino'
import type { BankProvider } from '../../platform/banks/bank-provider.ts'
import type { PlaidAccount } from '../../platform/banks/plaid-client.ts'
import type { Database } from '../../platform/db/connect.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'

export interface BankingDeps {
  database: Database
  jobs: JobQueue
  log: Logger
  appUrl: string
  mailFrom: string
  /** True when mail is really delivered. Mail then waits until the owner has confirmed an address. */
  mailWaitsForVerification: boolean
  now: () => Date
  secrets: Secrets
  demoBank: BankProvider
  /** The operator's account with the aggregator, if the installation has one. */
  platformBanks: BankProvider | undefined
  connectOwnBanks: (account: PlaidAccount) => BankProvider
}
