import { randomUUID } from 'node:crypto'
import type { Transaction } from '../../platform/db/transaction.ts'
import { dateIn } from '../../shared/dates.ts'
import type { InvoiceDeps } from '../invoices/invoice-deps.ts'
import { queueClientMail } from '../invoices/mail/emails.ts'
import { attachLogo } from '../invoices/mail/invoice-attachment.ts'
import { type OpenStep, type ReminderPlan, recordReminder } from './queries.ts'
import { renderReminderMail } from './render-reminder-mail.ts'

interface Reminder {
  /** Null for a reminder outside of the series. */
  step: OpenStep | null
  missed?: readonly OpenStep[]
  isAutomatic: boolean
  now: Date
}

/** Queues a reminder mail and records the reminder as sent, in this transaction. The caller must hold the invoice lock. */
export async function sendReminder(
  tx: Transaction,
  deps: InvoiceDeps,
  { invoice, business }: ReminderPlan,
  { step, missed = [], isAutomatic, now }: Reminder,
): Promise<'queued' | 'held'> {
  const { businessId, id: invoiceId } = invoice
  const mailId = randomUUID()
  const today = dateIn(business.timeZone, now)
  const ownText = step ?? { subject: null, body: null }
  // Together, to save a round trip to the database.
  const [state] = await Promise.all([
    queueClientMail(tx, deps, { invoice, business }, (document, urls) => ({
      id: mailId,
      kind: 'reminder',
      ...renderReminderMail(document, ownText, { today, ...urls }),
      attachment: attachLogo(document),
    })),
    recordReminder(
      tx,
      { businessId, invoiceId },
      {
        offsetDays: step && step.offsetDays,
        state: 'sent',
        isAutomatic,
        mailId,
        missed,
        at: now,
      },
    ),
  ])
  return state
}
