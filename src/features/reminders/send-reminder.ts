import { randomUUID } from 'node:crypto'
import type { Transaction } from '../../platform/db/transaction.ts'
import { toHeaderText } from '../../platform/mail/mail-address.ts'
import { bidiIsolate } from '../../shared/bidi-isolate.ts'
import { dateIn, daysBetween, formatDate } from '../../shared/dates.ts'
import { formatMoney } from '../../shared/money.ts'
import type { InvoiceDocument } from '../invoices/contract.ts'
import { askedNowOf, earlyPaymentOffer } from '../invoices/document/movement-rules.ts'
import { balanceRows } from '../invoices/document/row-rules.ts'
import { type LateFee, lateFeeWarning } from '../invoices/late-fees/late-fee-rules.ts'
import { listOpenLateFees } from '../invoices/late-fees/queries.ts'
import { queueClientMail } from '../invoices/mail/emails.ts'
import { attachLogo } from '../invoices/mail/invoice-attachment.ts'
import {
  type MailUrls,
  mailFacts,
  renderClientMail,
  scheduleSection,
} from '../invoices/mail/render-invoice-mail.ts'
import { nextDueDateOf, nextPartName } from '../invoices/parts/part-text-rules.ts'
import { type OpenStep, type ReminderPlan, recordReminder } from './queries.ts'
import type { ReminderDeps } from './reminder-deps.ts'
import { type ReminderText, type TextValues, defaultReminderText, fillText } from './rules.ts'

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
  deps: ReminderDeps,
  { invoice, business }: ReminderPlan,
  { step, missed = [], isAutomatic, now }: Reminder,
): Promise<'queued' | 'held'> {
  const { businessId, id: invoiceId } = invoice
  const mailId = randomUUID()
  const today = dateIn(business.timeZone, now)
  const ownText = step ?? { subject: null, body: null }
  const open = await listOpenLateFees(tx, { businessId, invoiceId })
  const lateFee = open.find(({ at, amountMinor }) => at > now && amountMinor > 0)
  // Together, to save a round trip to the database.
  const [state] = await Promise.all([
    queueClientMail(tx, deps, { invoice, business }, (document, urls) => ({
      id: mailId,
      kind: 'reminder',
      ...renderReminderMail(document, ownText, { today, lateFee, ...urls }),
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

interface ReminderMailOptions extends MailUrls {
  today: string
  /** The fee that is added next if the invoice stays unpaid. */
  lateFee?: Pick<LateFee, 'on' | 'amountMinor'> | undefined
}

/** Renders a reminder with the business's own text, or with the default text for this day. */
export function renderReminderMail(
  invoice: InvoiceDocument,
  ownText: { [Part in keyof ReminderText]: string | null },
  { today, lateFee, publicUrl, appUrl, portalUrl, isPayable = true }: ReminderMailOptions,
): ReturnType<typeof renderClientMail> {
  const dueDate = nextDueDateOf(invoice)
  const part = nextPartName(invoice)
  const daysFromDue = daysBetween(dueDate, today)
  const defaults = defaultReminderText(daysFromDue)
  const values: TextValues = {
    client: bidiIsolate(toHeaderText(invoice.client.contactName || invoice.client.name)),
    invoice: part ? `${invoice.number} (${part})` : invoice.number,
    amount: formatMoney(askedNowOf(invoice), invoice),
    'due date': formatDate(dueDate),
    days: String(Math.abs(daysFromDue)),
    company: bidiIsolate(toHeaderText(invoice.company.name)),
    link: publicUrl,
  }
  const subject = toHeaderText(fillText(ownText.subject ?? defaults.subject, values))
  return renderClientMail(invoice, {
    appUrl,
    portalUrl,
    subject,
    preheader: `${values.amount} ${daysFromDue > 0 ? 'was' : 'is'} due on ${values['due date']}.`,
    heading: subject,
    paragraphs: fillText(ownText.body ?? defaults.body, values)
      .split(/(?:\r\n?|\n)[^\S\r\n]*(?:\r\n?|\n)\s*/)
      .filter((paragraph) => paragraph.trim() !== ''),
    rows: [...mailFacts(invoice, 'reminderMail'), ...balanceRows(invoice)],
    sections: [
      ...(part ? [scheduleSection(invoice)] : []),
      ...(lateFee ? [{ title: 'Late fee', text: lateFeeWarning(lateFee, invoice) }] : []),
    ],
    offer: earlyPaymentOffer(invoice) ?? undefined,
    button: { label: isPayable ? 'View and pay invoice' : 'View invoice', url: publicUrl },
    quietLinks: [{ lead: 'Paid already?', label: 'I have paid', url: `${publicUrl}?paid=said` }],
  })
}
