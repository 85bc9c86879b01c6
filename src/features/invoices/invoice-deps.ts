import type { Logger } from 'pino'
import type { Database } from '../../platform/db/connect.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'

/** What the use cases of invoices work with. */
export interface InvoiceDeps {
  database: Database
  jobs: JobQueue
  log: Logger
  appUrl: string
  mailFrom: string
  /** True when mail really leaves: then nothing goes to clients before the owner's own address is confirmed. */
  mailWaitsForVerification: boolean
  now: () => Date
}
