import { withTenant } from '../../platform/db/transaction.ts'
import { type Limit, withinLimits } from '../../platform/limits/limit.ts'
import { AppError } from '../../shared/errors.ts'
import type { InvoiceDeps } from '../invoices/invoice-deps.ts'
import type { MailState } from '../invoices/mail/emails.ts'
import { clientMailLimit, getMailFacts } from '../invoices/mail/mail-limit.ts'
import { assertUnpaid } from './assert-unpaid.ts'
import { type InvoiceKey, type OpenStep, type ReminderPlan, assertNext, lockReminderPlan } from './queries.ts'
import { sendReminder } from './send-reminder.ts'

/** One an hour for an invoice, whichever button it was. */
function remindLimit({ businessId, invoiceId }: InvoiceKey): Limit {
  return {
    key: `remind:${businessId}:${invoiceId}`,
    max: 1,
    windowSeconds: 3600,
    refusal: 'You have sent a reminder for this invoice within the last hour.',
  }
}

/** A reminder outside of the series, whatever that says: it is the owner who sends it. */
export async function remindNow(deps: InvoiceDeps, key: InvoiceKey): Promise<MailState> {
  return sendWithin(deps, key, () => ({ step: null, missed: [] }))
}

/** The step that comes next, now instead of at its time. */
export async function sendStepNow(deps: InvoiceDeps, key: InvoiceKey): Promise<MailState> {
  return sendWithin(deps, key, assertNext)
}

async function sendWithin(
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
