import { z } from 'zod'
import { type Transaction, withPlatform } from '../../../platform/db/transaction.ts'
import type { JobQueue } from '../../../platform/jobs/job-queue.ts'
import { defineJob } from '../../../platform/jobs/job.ts'
import { type ReadingDeps, createReader } from './create-reader.ts'

export const readReceipts = defineJob('read-receipts', z.strictObject({}), {
  // It also runs every minute, so a retry is not needed.
  retryLimit: 0,
  expireInSeconds: 3600,
})

/** Wakes a reader once the transaction has committed. Which receipts wait is written on their rows. */
export function enqueueReading(tx: Transaction, jobs: JobQueue): Promise<void> {
  return jobs.enqueue(tx, readReceipts, {})
}

/** Returns how to end the reader. */
export async function startReadingJobs(deps: ReadingDeps): Promise<() => Promise<void>> {
  const reader = createReader(deps)
  await deps.jobs.work(readReceipts, () => reader.readWaiting())
  // For receipts whose reader has died, also before this start.
  await deps.jobs.schedule(readReceipts, '* * * * *', {})
  await withPlatform(deps.database, (tx) => enqueueReading(tx, deps.jobs))
  return () => reader.end()
}
