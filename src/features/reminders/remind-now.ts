import { withTenant } from '../../platform/db/transaction.ts'
import { type Limit, withinLimits } from '../../platform/limits/limit.ts'
import { AppError } from '../../shared/errors.ts'
import type { InvoiceDeps } from '../invoices/invoice-deps.ts'
import type { MailState } from '../invoices/mail/emails.ts'
import { clientMailLimit, getMailFacts } from '../invoices/mail/mail-limit.ts'
import {
  type InvoiceKey,
  type OpenStep,
  type ReminderPlan,
  assertNext,
  assertUnpaid,
  lockReminderPlan,
} from './queries.ts'
import { sendReminder } from './send-reminder.ts'

/** One reminder per invoice and hour. Remind and Send now share the limit. */
function remindLimit({ businessId, invoiceId }: InvoiceKey): Limit {
  return {
    key: `remind:${businessId}:${invoiceId}`,
    max: 1,
    windowSeconds: 3600,
    refusal: 'You have sent a reminder for this invoice within the last hour.',
  }
}

/** Sends a reminder outside of the series, because the owner asks for it. */
export async function remindNow(deps: InvoiceDeps, key: InvoiceKey): Promise<MailState> {
  return sendWithinLimits(deps, key, () => ({ step: null, missed: [] }))
}

/** Sends the next step of the series now instead of at its planned time. */
export async function sendStepNow(deps: InvoiceDeps, key: InvoiceKey): Promise<MailState> {
  return sendWithinLimits(deps, key, assertNext)
}

async function sendWithinLimits(
  deps: InvoiceDeps,
  key: InvoiceKey,
  choose: (plan: ReminderPlan) => { step: OpenStep | null; missed: readonly OpenStep[] },
): Promise<MailState> {
  const { database } = deps
  const now = deps.now()
  const { plan: businessPlan } = await getMailFacts(database, key.businessId, key.invoiceId)
  const limits = [remindLimit(key), clientMailLimit(key.businessId, businessPlan)]
  return withinLimits(database, limits, () =>
    withTenant(database, key.businessId, async (tx) => {
      const plan = await lockReminderPlan(tx, key, now)
      const { sentAt, sendOption, openCents, isDisputed } = plan.invoice
      assertUnpaid(plan.invoice)
      if (isDisputed) {
        const message =
          'A payment of this invoice is disputed: nobody is reminded until the bank has decided.'
        throw new AppError('INVOICE_DISPUTED', message)
      }
      if (!sentAt && sendOption !== 'do_not_send')
        throw new AppError('NOTHING_TO_SEND', 'This invoice has not been sent yet.')
      if (openCents === 0) throw new AppError('NOTHING_TO_SEND', 'There is nothing to pay for this invoice.')
      return sendReminder(tx, deps, plan, { ...choose(plan), isAutomatic: false, now })
    }),
  )
}
