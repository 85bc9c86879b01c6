import { z } from 'zod'
import { defineJob } from '../../platform/jobs/job.ts'
import { noticeKinds } from './rules.ts'

const refSchema = z.strictObject({ businessId: z.uuid(), connectionId: z.uuid() })
export type ConnectionRef = z.infer<typeof refSchema>

const unattachedSchema = z.strictObject({ businessId: z.uuid(), id: z.uuid() })
export type UnattachedRef = z.infer<typeof unattachedSchema>

const linkSchema = z.strictObject({ businessId: z.uuid(), linkId: z.uuid() })
export type LinkRef = z.infer<typeof linkSchema>

const bankMails = [...noticeKinds, 'ended'] as const
export type BankMail = (typeof bankMails)[number]

const groups = { atOnce: 4, perGroup: 1, retriesAtOnce: 4 }

/** Fetches the new transactions of one connection. Its row says when to try again, so no retries. */
export const syncBankConnection = defineJob('sync-bank-connection', refSchema, {
  retryLimit: 0,
  expireInSeconds: 600,
  groups: { of: ({ businessId }) => businessId, ...groups },
})

/** The sweep for due connections, every minute. */
export const syncDueBanks = defineJob('sync-due-banks', z.strictObject({}), { retryLimit: 0 })

/** Asks the aggregator for the result of a link. Its row says when to ask again, so no retries. */
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
export const updateBankWebhook = defineJob('update-bank-webhook', refSchema, {
  retryLimit: 0,
  groups: { of: ({ businessId }) => businessId, ...groups },
})

/** The sweep for webhooks with an old address and items that were not removed, daily and at startup. */
export const tendBankItems = defineJob('tend-bank-items', z.strictObject({}), { retryLimit: 0 })

/** Removes a disconnected item. Retries for about four days; then the daily sweep enqueues it again. */
export const endBankAccess = defineJob('end-bank-access', refSchema, { retryLimit: 100 })

/** Deletes the remaining transactions of removed accounts in small steps. */
export const clearTransactions = defineJob(
  'clear-transactions',
  z.strictObject({ businessId: z.uuid(), accountIds: z.array(z.uuid()) }),
  { retryLimit: 20, expireInSeconds: 900 },
)

/** Mails the owner about a bank. The data has the mail's id, so that a second run writes no second mail. */
export const sendBankMail = defineJob(
  'send-bank-mail',
  refSchema.extend({ mail: z.enum(bankMails), mailId: z.uuid() }),
)
