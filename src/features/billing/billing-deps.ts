import type { Logger } from 'pino'
import type { CardProvider } from '../../platform/cards/card-provider.ts'
import type { Database } from '../../platform/db/connect.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'

export interface BillingDeps {
  database: Database
  jobs: JobQueue
  log: Logger
  appUrl: string
  cards: CardProvider
  now: () => Date
}
