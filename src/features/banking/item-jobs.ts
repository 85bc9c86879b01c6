import { z } from 'zod'
import { defineJob } from '../../platform/jobs/job.ts'

const unattachedSchema = z.strictObject({ businessId: z.uuid(), id: z.uuid() })
export type UnattachedRef = z.infer<typeof unattachedSchema>

const linkSchema = z.strictObject({ businessId: z.uuid(), linkId: z.uuid() })
export type LinkRef = z.infer<typeof linkSchema>

const groups = { atOnce: 4, perGroup: 1, retriesAtOnce: 4 }

/** Asks the aggregator what became of a link. The link's own row says when to ask again, so a failure is no retry. */
export const checkBankLink = defineJob('check-bank-link', linkSchema, {
  retryLimit: 0,
  groups: { of: ({ businessId }) => businessId, ...groups },
})

/** Removes an item that no connection holds. Its row says when to try again. */
export const removeBankItem = defineJob('remove-bank-item', unattachedSchema, {
  retryLimit: 0,
  groups: { of: ({ businessId }) => businessId, ...groups },
})

/** Looks every minute for links and items whose time has come. */
export const checkDueItems = defineJob('check-due-bank-items', z.strictObject({}), { retryLimit: 0 })

/** Tells the aggregator a new address for the webhooks of one connection. */
export const updateBankWebhook = defineJob(
  'update-bank-webhook',
  z.strictObject({ businessId: z.uuid(), connectionId: z.uuid() }),
  { retryLimit: 0, groups: { of: ({ businessId }) => businessId, ...groups } },
)

/** Every day, and at the start: webhooks with an old address, and disconnected items that still stand open. */
export const tendBankItems = defineJob('tend-bank-items', z.strictObject({}), { retryLimit: 0 })
