import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../platform/db/connect.ts'
import { notSuspended } from '../../platform/db/not-suspended.ts'
import { type Transaction, withTenant } from '../../platform/db/transaction.ts'
import { AppError } from '../../shared/errors.ts'
import { findOwnAccounts } from '../integrations/own-accounts.ts'
import type { InvoiceDeps } from '../invoices/invoice-deps.ts'
import { type InvoiceKey, type ReminderPlan, lockReminderPlan, nextOf, putOffReminder } from './queries.ts'
import { sendReminder } from './send-reminder.ts'

export type Fired = 'sent' | 'put-off' | 'nothing'

/** How many due invoices are known at a time, however many there are. */
const defaultPage = 100
// Ten thousand may be due in one minute, in the process that also serves the pages. One after the other and half of the
// time leave the rest to them; rests are short, because a page that comes meanwhile waits for a batch at most.
const batchSize = 5
/** Of the time that the batch before took. */
const restRatio = 1

interface Due extends InvoiceKey {
  /** As the database wrote it: a Date would cut off what is finer than its milliseconds. */
  at: string
}

/**
 * Sends what is due, all of it, and once, however many processes do so at the same time. One that fails is passed over,
 * for the next run to try. Those of a suspended business wait until it is restored.
 */
export async function fireReminders(deps: InvoiceDeps, pageSize = defaultPage): Promise<void> {
  const until = deps.now()
  const counts: Record<Fired | 'failed', number> = { sent: 0, 'put-off': 0, nothing: 0, failed: 0 }
  let last: Due | undefined
  do {
    const page = await listDue(deps.database, { until, last, pageSize })
    for (let start = 0; start < page.length; start += batchSize) {
      const began = performance.now()
      for (const due of page.slice(start, start + batchSize)) counts[await fireOrLog(deps, due)] += 1
      const isMore = start + batchSize < page.length || page.length === pageSize
      if (isMore) await sleep((performance.now() - began) * restRatio)
    }
    last = page.length === pageSize ? page.at(-1) : undefined
  } while (last)
  if (counts.sent + counts['put-off'] + counts.failed > 0) deps.log.info(counts, 'reminders were due')
}

async function listDue(
  { platform }: Database,
  { until, last: after, pageSize }: { until: Date; last: Due | undefined; pageSize: number },
): Promise<Due[]> {
  const { rows } = await platform.query<Due>({
    name: `due-reminders${after ? '-after' : ''}`,
    text: `select business_id as "businessId", id as "invoiceId", next_reminder_at::text as at from invoices
           where next_reminder_at <= $1 and ${notSuspended('invoices')}
             ${after ? 'and (next_reminder_at, business_id, id) > ($3::timestamptz, $4::uuid, $5::uuid)' : ''}
           order by next_reminder_at, business_id, id limit $2`,
    values: [until, pageSize, ...(after ? [after.at, after.businessId, after.invoiceId] : [])],
  })
  return rows
}

async function fireOrLog(deps: InvoiceDeps, due: Due): Promise<Fired | 'failed'> {
  try {
    return await fireReminder(deps, due)
  } catch (error) {
    deps.log.warn({ err: error, invoiceId: due.invoiceId }, 'a reminder could not be sent')
    return 'failed'
  }
}

/** Sends the reminder of an invoice that is due, if that is still so once nobody can change the invoice any more. */
export async function fireReminder(deps: InvoiceDeps, { businessId, invoiceId }: InvoiceKey): Promise<Fired> {
  const now = deps.now()
  const key = { businessId, invoiceId }
  try {
    return await withTenant(deps.database, businessId, async (tx) => {
      const plan = await lockReminderPlan(tx, key, now)
      const { nextReminderAt } = plan.invoice
      if (!nextReminderAt || nextReminderAt > now) return 'nothing'
      const next = nextOf(plan)
      if (!next?.step.isDue) {
        // What it was planned by has changed under it: another client, say, who wants none.
        await putOffReminder(tx, key, null)
        return 'nothing'
      }
      const later = await findLaterTime(tx, deps, plan, now)
      if (later) {
        await putOffReminder(tx, key, later)
        return 'put-off'
      }
      const state = await sendReminder(tx, deps, plan, { ...next, isAutomatic: true, now })
      if (state === 'held') throw new Error('The account that it would have left through has just gone.')
      return 'sent'
    })
  } catch (error) {
    if (error instanceof AppError && error.code === 'NOT_FOUND') return 'nothing'
    throw error
  }
}

/** When it is to be looked at again, if this is not the time. */
async function findLaterTime(
  tx: Transaction,
  { mailWaitsForVerification }: InvoiceDeps,
  { isSendingTime, nextSendingHour, restsUntil, business }: ReminderPlan,
  now: Date,
): Promise<Date | null> {
  if (!isSendingTime) return nextSendingHour
  if (restsUntil && restsUntil > now) return restsUntil
  if (!mailWaitsForVerification || business.ownerVerified) return null
  // It would wait in the outbox until its words are not true any more.
  return (await findOwnAccounts(tx)).email ? null : nextSendingHour
}
