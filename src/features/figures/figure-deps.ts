import type { Logger } from 'pino'
import type { Database } from '../../platform/db/connect.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'

export interface FigureDeps {
  database: Database
  jobs: JobQueue
  log: Logger
  now: () => Date
}
