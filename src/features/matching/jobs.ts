import { z } from 'zod'
import { defineJob } from '../../platform/jobs/job.ts'

export const matchTransactionsJob = defineJob(
  'match-transactions',
  z.strictObject({ businessId: z.uuid() }),
  { expireInSeconds: 900 },
)
