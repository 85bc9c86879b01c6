import { randomUUID } from 'node:crypto'
import type { Transaction } from '../../platform/db/transaction.ts'
import { dateIn } from '../../shared/dates.ts'
import type { InvoiceDeps } from '../invoices/invoice-deps.ts'
import { queueClientMail } from '../invoices/mail/emails.ts'
import { attachLogo } from '../invoices/mail/invoice-attachment.ts'
import { type OpenStep, type ReminderPlan, noteReminder } from './queries.ts'
import { renderReminderMail } from './render-reminder-mail.ts'

interface Reminder {
  /** Null for one outside of the series. */
  step: OpenStep | null
  missed?: readonly OpenStep[]
  isAutomatic: boolean
  now: Date
}

/** Mails it and notes that it was sent, both if the transaction commits; the invoice has to be locked. */
export async function sendReminder(
  tx: Transaction,
  deps: InvoiceDeps,
  { invoice, business }: ReminderPlan,
  { step, missed = [], isAutomatic, now }: Reminder,
): Promise<'queued' | 'held'> {
  const { businessId, id: invoiceId } = invoice
  const mailId = randomUUID()
  const today = dateIn(business.timeZone, now)
  const words = step ?? { subject: null, body: null }
  // One round of the connection less than one after the other.
  const [state] = await Promise.all([
    queueClientMail(tx, deps, { invoice, business }, (document, urls) => ({
      id: mailId,
      kind: 'reminder',
      ...renderReminderMail(document, words, { today, ...urls }),
      attachment: attachLogo(document),
    })),
    noteReminder(
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
