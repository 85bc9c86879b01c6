import { z } from 'zod'
import { defineJob } from '../../../platform/jobs/job.ts'

const refSchema = z.strictObject({ businessId: z.uuid(), connectionId: z.uuid() })
export type ConnectionRef = z.infer<typeof refSchema>

/**
 * Fetches the new transactions of one connection. There are no retries, because the connection's row says
 * when to try again.
 */
export const syncBankConnection = defineJob('sync-bank-connection', refSchema, {
  retryLimit: 0,
  expireInSeconds: 600,
  groups: { of: ({ businessId }) => businessId, atOnce: 4, perGroup: 1, retriesAtOnce: 4 },
})

/** The sweep for due connections, every minute. */
export const syncDueBanks = defineJob('sync-due-banks', z.strictObject({}), { retryLimit: 0 })
