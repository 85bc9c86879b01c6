import { z } from 'zod'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { JobQueue } from '../../../platform/jobs/job-queue.ts'
import { defineJob } from '../../../platform/jobs/job.ts'
import type { PaymentLink } from '../accounts/provider-links.ts'
import { providerMethods } from '../rules.ts'

/**
 * Asks for the refunds and disputes of a payment once more, after it was written: word of one that was made at the
 * provider may have come before, when there was nothing here that it could belong to.
 */
export const syncRefundsJob = defineJob(
  'sync-refunds',
  z.strictObject({
    businessId: z.uuid(),
    // One from before there were others is the platform's.
    provider: z.enum(providerMethods).default('card'),
    isOwn: z.boolean().default(false),
    paymentId: z.uuid(),
    providerPaymentId: z.string(),
  }),
)

export async function syncRefundsLater(
  tx: Transaction,
  jobs: Pick<JobQueue, 'enqueue'>,
  payment: PaymentLink,
): Promise<void> {
  await jobs.enqueue(tx, syncRefundsJob, payment)
}
