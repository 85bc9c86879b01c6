import { z } from 'zod'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { JobQueue } from '../../../platform/jobs/job-queue.ts'
import { defineJob } from '../../../platform/jobs/job.ts'

interface CheckoutSession {
  businessId: string
  checkoutId: string
}

/**
 * Polls a processing payment before the hourly job does. Some payments take only minutes, and not every
 * provider account sends events about them.
 */
export const pollSoonerJob = defineJob(
  'look-sooner',
  z.strictObject({ businessId: z.uuid(), checkoutId: z.uuid() }),
  // The next poll follows anyway.
  { retryLimit: 1, retryDelay: 20 },
)

const minute = 60
const delays = [minute, 5 * minute, 15 * minute]

/**
 * Adds the polls in the transaction that marks the payment as processing. A poll that finds it finished does
 * nothing.
 */
export async function pollSooner(
  tx: Transaction,
  jobs: Pick<JobQueue, 'enqueue'>,
  { businessId, checkoutId }: CheckoutSession,
): Promise<void> {
  for (const startAfterSeconds of delays) {
    await jobs.enqueue(tx, pollSoonerJob, { businessId, checkoutId }, { startAfterSeconds })
  }
}
