import { z } from 'zod'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { JobQueue } from '../../../platform/jobs/job-queue.ts'
import { defineJob } from '../../../platform/jobs/job.ts'
import type { PaymentLink } from '../accounts/provider-links.ts'
import { providerMethods } from '../rules.ts'

/**
 * Reads the refunds and disputes of a payment after the payment was recorded. An event about a refund may
 * have arrived before the payment existed here.
 */
export const syncRefundsJob = defineJob(
  'sync-refunds',
  z.strictObject({
    businessId: z.uuid(),
    // Jobs queued by earlier versions are for the platform's card account.
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
