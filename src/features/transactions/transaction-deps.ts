import type { Database } from '../../platform/db/connect.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'

export interface TransactionDeps {
  database: Database
  now: () => Date
}

/** What changing a rule needs besides: what follows it may be more than fits into a request. */
export interface RuleDeps extends TransactionDeps {
  jobs: JobQueue
}
