import { z } from 'zod'
import { defineJob } from '../../../platform/jobs/job.ts'

const refSchema = z.strictObject({ businessId: z.uuid(), connectionId: z.uuid() })
export type ConnectionRef = z.infer<typeof refSchema>

/** Fetches what is new of one connection. The connection's own row says when to try again, so a failure is no retry. */
export const syncBankConnection = defineJob('sync-bank-connection', refSchema, {
  retryLimit: 0,
  expireInSeconds: 600,
  groups: { of: ({ businessId }) => businessId, atOnce: 4, perGroup: 1, retriesAtOnce: 4 },
})

/** Looks every minute for connections whose time has come. */
export const syncDueBanks = defineJob('sync-due-banks', z.strictObject({}), { retryLimit: 0 })
