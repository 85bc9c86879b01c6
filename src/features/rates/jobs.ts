import { z } from 'zod'
import { defineJob } from '../../platform/jobs/job.ts'

/** Gives rows that wait for a rate the rate of their day: those of one business, or of all. */
export const fillRatesJob = defineJob('fill-rates', z.strictObject({ businessId: z.uuid().optional() }), {
  expireInSeconds: 3000,
})

/** Fetches the reference rates from the address in RATES_URL. */
export const fetchRatesJob = defineJob('fetch-rates', z.strictObject({}), {
  // About six hours of tries. The next day brings the next job.
  retryDelay: 60,
  retryLimit: 10,
})
