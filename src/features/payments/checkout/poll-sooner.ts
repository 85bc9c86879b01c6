import { z } from 'zod'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { JobQueue } from '../../../platform/jobs/job-queue.ts'
import { defineJob } from '../../../platform/jobs/job.ts'

interface CheckoutSession {
  businessId: string
  checkoutId: string
}

/** Asks about a payment that is on its way before the hourly look does: some need minutes, and nobody tells of them. */
export const pollSoonerJob = defineJob(
  'look-sooner',
  z.strictObject({ businessId: z.uuid(), checkoutId: z.uuid() }),
  // The next look comes in any case.
  { retryLimit: 1, retryDelay: 20 },
)

const minute = 60
const looks = [minute, 5 * minute, 15 * minute]

/** Adds the looks in the transaction that notes it as on its way. Those that find it over do nothing. */
export async function pollSooner(
  tx: Transaction,
  jobs: Pick<JobQueue, 'enqueue'>,
  { businessId, checkoutId }: CheckoutSession,
): Promise<void> {
  for (const startAfterSeconds of looks) {
    await jobs.enqueue(tx, pollSoonerJob, { businessId, checkoutId }, { startAfterSeconds })
  }
}
