import { z } from 'zod'
import { defineJob } from '../../platform/jobs/job.ts'

const unattachedSchema = z.strictObject({ businessId: z.uuid(), id: z.uuid() })
export type UnattachedRef = z.infer<typeof unattachedSchema>

const linkSchema = z.strictObject({ businessId: z.uuid(), linkId: z.uuid() })
export type LinkRef = z.infer<typeof linkSchema>

const groups = { atOnce: 4, perGroup: 1, retriesAtOnce: 4 }

/**
 * Asks the aggregator for the result of a link. There are no retries, because the link's row says when to ask
 * again.
 */
export const checkBankLink = defineJob('check-bank-link', linkSchema, {
  retryLimit: 0,
  groups: { of: ({ businessId }) => businessId, ...groups },
})

/** Removes an item that belongs to no connection. Its row says when to try again. */
export const removeBankItem = defineJob('remove-bank-item', unattachedSchema, {
  retryLimit: 0,
  groups: { of: ({ businessId }) => businessId, ...groups },
})

/** The sweep for due links and items, every minute. */
export const checkDueItems = defineJob('check-due-bank-items', z.strictObject({}), { retryLimit: 0 })

/** Sets a new webhook address for one connection at the aggregator. */
export const updateBankWebhook = defineJob(
  'update-bank-webhook',
  z.strictObject({ businessId: z.uuid(), connectionId: z.uuid() }),
  { retryLimit: 0, groups: { of: ({ businessId }) => businessId, ...groups } },
)

/**
 * The sweep for webhooks with an old address and for disconnected items that were not removed, daily and at
 * startup.
 */
export const tendBankItems = defineJob('tend-bank-items', z.strictObject({}), { retryLimit: 0 })
