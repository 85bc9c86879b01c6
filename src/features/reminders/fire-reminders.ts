import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../platform/db/connect.ts'
import { notSuspended } from '../../platform/db/not-suspended.ts'
import { type Transaction, withTenant } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../shared/errors.ts'
import { findOwnAccounts } from '../integrations/own-accounts.ts'
import type { InvoiceKey } from '../invoices/queries.ts'
import { type ReminderPlan, lockReminderPlan, nextOf, postponeReminder } from './queries.ts'
import type { ReminderDeps } from './reminder-deps.ts'
import { sendReminder } from './send-reminder.ts'

export type FireResult = 'sent' | 'put-off' | 'nothing'

/** How many due invoices are in memory at a time. */
const defaultPageSize = 100
// Ten thousand reminders may be due in one minute, in the process that also serves requests. The job sends them one
// after the other and pauses half of the time. Batches and pauses are short: a request waits for one batch at most.
const batchSize = 5
/** The pause after a batch, as a multiple of the time that the batch took. */
const pauseRatio = 1

interface DueReminder extends InvoiceKey {
  /** The timestamp as text: a Date would lose the microseconds. */
  at: string
}

/**
 * Sends every due reminder exactly once, even with several processes. The next run tries again what failed.
 * Reminders of a suspended business wait until it is restored.
 */
export async function fireReminders(deps: ReminderDeps, pageSize = defaultPageSize): Promise<void> {
  const until = deps.now()
  const counts: Record<FireResult | 'failed', number> = { sent: 0, 'put-off': 0, nothing: 0, failed: 0 }
  let last: DueReminder | undefined
  do {
    const page = await listDue(deps.database, { until, last, pageSize })
    for (let start = 0; start < page.length; start += batchSize) {
      const startedAt = performance.now()
      for (const due of page.slice(start, start + batchSize)) counts[await fireOrLog(deps, due)] += 1
      const hasMore = start + batchSize < page.length || page.length === pageSize
      if (hasMore) await sleep((performance.now() - startedAt) * pauseRatio)
    }
    last = page.length === pageSize ? page.at(-1) : undefined
  } while (last)
  if (counts.sent + counts['put-off'] + counts.failed > 0) deps.log.info(counts, 'reminders were due')
}

async function listDue(
  { platform }: Database,
  { until, last: after, pageSize }: { until: Date; last: DueReminder | undefined; pageSize: number },
): Promise<DueReminder[]> {
  const { rows } = await platform.query<DueReminder>({
    name: `due-reminders${after ? '-after' : ''}`,
    text: `select business_id as "businessId", id as "invoiceId", next_reminder_at::text as at from invoices
           where next_reminder_at <= $1 and ${notSuspended('invoices')}
             ${after ? 'and (next_reminder_at, business_id, id) > ($3::timestamptz, $4::uuid, $5::uuid)' : ''}
           order by next_reminder_at, business_id, id limit $2`,
    values: [until, pageSize, ...(after ? [after.at, after.businessId, after.invoiceId] : [])],
  })
  return rows
}

async function fireOrLog(deps: ReminderDeps, due: DueReminder): Promise<FireResult | 'failed'> {
  try {
    return await fireReminder(deps, due)
  } catch (error) {
    deps.log.warn({ err: error, invoiceId: due.invoiceId }, 'a reminder could not be sent')
    return 'failed'
  }
}

/** Locks the invoice and sends its reminder if that is still due. */
export async function fireReminder(
  deps: ReminderDeps,
  { businessId, invoiceId }: InvoiceKey,
): Promise<FireResult> {
  const now = deps.now()
  const key = { businessId, invoiceId }
  try {
    return await withTenant(deps.database, businessId, async (tx) => {
      const plan = await lockReminderPlan(tx, key, now)
      const { nextReminderAt } = plan.invoice
      if (!nextReminderAt || nextReminderAt > now) return 'nothing'
      const next = nextOf(plan)
      if (!next?.step.isDue) {
        // The plan is out of date: the invoice may have a different client, who gets no reminders.
        await postponeReminder(tx, key, null)
        return 'nothing'
      }
      const later = await findLaterTime(tx, deps, plan, now)
      if (later) {
        await postponeReminder(tx, key, later)
        return 'put-off'
      }
      const state = await sendReminder(tx, deps, plan, { ...next, isAutomatic: true, now })
      if (state === 'held') throw new Error('The account it would have been sent from was just removed.')
      return 'sent'
    })
  } catch (error) {
    if (error instanceof AppError && error.code === 'NOT_FOUND') return 'nothing'
    throw error
  }
}

/** Returns when to try again; null if the reminder can be sent now. */
async function findLaterTime(
  tx: Transaction,
  { mailWaitsForVerification }: Deps<'mailWaitsForVerification'>,
  { isSendingTime, nextSendingHour, restsUntil, business }: ReminderPlan,
  now: Date,
): Promise<Date | null> {
  if (!isSendingTime) return nextSendingHour
  if (restsUntil && restsUntil > now) return restsUntil
  if (!mailWaitsForVerification || business.ownerVerified) return null
  // The mail would be held in the outbox until its text is no longer true.
  return (await findOwnAccounts(tx)).email ? null : nextSendingHour
}
