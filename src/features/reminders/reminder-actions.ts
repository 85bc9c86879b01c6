import { and, eq } from 'drizzle-orm'
import { invoiceEvents, invoices } from '../../platform/db/tables/invoices.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import { withinLimits } from '../../platform/limits/limit.ts'
import { AppError } from '../../shared/errors.ts'
import { assertApproved } from '../invoices/approval/assert-approved.ts'
import type { MailState } from '../invoices/mail/emails.ts'
import { clientMailLimit, getMailFacts } from '../invoices/mail/mail-limit.ts'
import { type InvoiceKey, getInvoiceRow, lockInvoice } from '../invoices/queries.ts'
import {
  type OpenStep,
  type ReminderPlan,
  assertNext,
  assertUnpaid,
  lockReminderPlan,
  recordReminder,
} from './queries.ts'
import type { ReminderDeps } from './reminder-deps.ts'
import { sendReminder } from './send-reminder.ts'

/** Sends a reminder outside of the series, because the owner asks for it. */
export async function remindNow(deps: ReminderDeps, key: InvoiceKey): Promise<MailState> {
  return sendWithinLimits(deps, key, () => ({ step: null, missed: [] }))
}

/** Sends the next step of the series now instead of at its planned time. */
export async function sendStepNow(deps: ReminderDeps, key: InvoiceKey): Promise<MailState> {
  return sendWithinLimits(deps, key, assertNext)
}

async function sendWithinLimits(
  deps: ReminderDeps,
  key: InvoiceKey,
  choose: (plan: ReminderPlan) => { step: OpenStep | null; missed: readonly OpenStep[] },
): Promise<MailState> {
  const { database } = deps
  const now = deps.now()
  const { plan: businessPlan } = await getMailFacts(database, key.businessId, key.invoiceId)
  // Remind and Send now share the limit.
  const remindLimit = {
    key: `remind:${key.businessId}:${key.invoiceId}`,
    max: 1,
    windowSeconds: 3600,
    refusal: 'You’ve sent a reminder for this invoice within the last hour.',
  }
  const limits = [remindLimit, clientMailLimit(key.businessId, businessPlan)]
  return withinLimits(database, limits, () =>
    withTenant(database, key.businessId, async (tx) => {
      const plan = await lockReminderPlan(tx, key, now)
      const { sentAt, sendOption, openMinor, isDisputed } = plan.invoice
      assertUnpaid(plan.invoice)
      assertApproved(plan.invoice)
      if (isDisputed) {
        const message =
          'A payment for this invoice is disputed, so no reminders are sent until the bank has decided.'
        throw new AppError('INVOICE_DISPUTED', message)
      }
      if (!sentAt && sendOption !== 'do_not_send')
        throw new AppError('NOTHING_TO_SEND', 'This invoice has not been sent yet.')
      if (openMinor === 0) throw new AppError('NOTHING_TO_SEND', 'There is nothing to pay on this invoice.')
      return sendReminder(tx, deps, plan, { ...choose(plan), isAutomatic: false, now })
    }),
  )
}

export async function skipStep({ database, now }: Deps<'database' | 'now'>, key: InvoiceKey): Promise<void> {
  const at = now()
  await withTenant(database, key.businessId, async (tx) => {
    const plan = await lockReminderPlan(tx, key, at)
    assertUnpaid(plan.invoice)
    const { step, missed } = assertNext(plan)
    const skipped = { offsetDays: step.offsetDays, missed, state: 'skipped', mailId: null, at } as const
    await recordReminder(tx, key, { ...skipped, isAutomatic: false })
  })
}

/** Pauses the reminders of an invoice until the owner resumes them. */
export function pauseReminders(deps: Deps<'database' | 'now'>, key: InvoiceKey): Promise<void> {
  return setPaused(deps, key, true)
}

/** Resumes the steps that are still to come, no matter whether the owner or the client paused them. */
export function resumeReminders(deps: Deps<'database' | 'now'>, key: InvoiceKey): Promise<void> {
  return setPaused(deps, key, false)
}

async function setPaused(
  { database, now }: Deps<'database' | 'now'>,
  { businessId, invoiceId }: InvoiceKey,
  isPaused: boolean,
): Promise<void> {
  const at = now()
  await withTenant(database, businessId, async (tx) => {
    assertUnpaid(await lockInvoice(tx, invoiceId))
    const { remindersPausedBy } = await getInvoiceRow(tx, invoiceId)
    if ((remindersPausedBy !== null) === isPaused) return
    await tx.db
      .update(invoices)
      .set(
        isPaused
          ? { remindersPausedAt: at, remindersPausedBy: 'owner' }
          : {
              remindersPausedAt: null,
              remindersPausedBy: null,
              remindersSince: at,
              remindersNotBefore: null,
              lateFeesSince: at,
            },
      )
      .where(and(eq(invoices.businessId, businessId), eq(invoices.id, invoiceId)))
    const kind = isPaused ? 'reminders-paused' : 'reminders-resumed'
    await tx.db.insert(invoiceEvents).values({ businessId, invoiceId, kind, at })
  })
}
