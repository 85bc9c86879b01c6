import { z } from 'zod'
import { defineJob } from '../../platform/jobs/job.ts'

/** Asks every account that is due for its payouts. */
export const fetchPayoutsJob = defineJob('fetch-payouts', z.strictObject({}), {
  // The next run follows an hour later.
  retryLimit: 1,
  expireInSeconds: 3000,
})

/** Asks one card account, after its event about a payout. Without a business it is the account of the installation. */
export const fetchCardPayoutsJob = defineJob(
  'fetch-card-payouts',
  z.strictObject({ businessId: z.uuid().nullable() }),
  { retryLimit: 3, expireInSeconds: 900 },
)
