import type { Logger } from 'pino'
import type { BankProvider } from '../../platform/banks/bank-provider.ts'
import type { PlaidAccount } from '../../platform/banks/plaid-client.ts'
import type { Database } from '../../platform/db/connect.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'

/** What bank connections work with. */
export interface BankingDeps {
  database: Database
  jobs: JobQueue
  log: Logger
  appUrl: string
  mailFrom: string
  /** True when mail really leaves: then nothing goes to an address that was only written down. */
  mailWaitsForVerification: boolean
  now: () => Date
  secrets: Secrets
  /** Always there. */
  demoBank: BankProvider
  /** The operator's account with the aggregator; left out when there is none. */
  platformBanks: BankProvider | undefined
  connectOwnBanks: (account: PlaidAccount) => BankProvider
}
