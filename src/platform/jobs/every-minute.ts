import type { Logger } from 'pino'
import type { Database } from '../db/connect.ts'
import { withPlatform } from '../db/transaction.ts'
import type { JobQueue } from './job-queue.ts'
import type { Job } from './job.ts'
import { oneAtATime } from './one-at-a-time.ts'

/** One process at a time. Also runs at the start, for what became due while no process was running. */
export async function runEveryMinute(
  deps: { database: Database; jobs: JobQueue; log: Logger },
  job: Job<Record<string, never>>,
  work: () => Promise<void>,
): Promise<void> {
  const { jobs, database } = deps
  await jobs.work(job, () => oneAtATime(deps, job.name, work))
  await jobs.schedule(job, '* * * * *', {})
  await withPlatform(database, (tx) => jobs.enqueue(tx, job, {}))
}
