import type { Database } from '../../platform/db/connect.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'

export interface TransactionDeps {
  database: Database
  now: () => Date
}

/** Changing a rule needs jobs, because it may affect more transactions than fit into a request. */
export interface RuleDeps extends TransactionDeps {
  jobs: JobQueue
}
