import { toHeaderText } from '../../platform/mail/mail-address.ts'
import { renderMail } from '../../platform/mail/render-mail.ts'
import { bidiIsolate } from '../../shared/bidi-isolate.ts'
import { daysBetween, formatDate } from '../../shared/dates.ts'
import { formatMoney } from '../../shared/money.ts'
import type { InvoiceDocument } from '../invoices/contract.ts'
import { amountDueOf, earlyPaymentOffer } from '../invoices/document/amount-due-rules.ts'
import { balanceRows } from '../invoices/document/row-rules.ts'
import { mailBrandOf, mailFacts } from '../invoices/mail/render-invoice-mail.ts'
import { type ReminderText, type TextValues, defaultReminderText, fillText } from './text-rules.ts'

interface ReminderMailOptions {
  /** Today's date in the business's time zone. */
  today: string
  publicUrl: string
  appUrl: string
  /** Whether the client can pay on the public page. */
  isPayable?: boolean
}

/** Renders a reminder with the business's own text, or with the default text for this day. */
export function renderReminderMail(
  invoice: InvoiceDocument,
  ownText: { [Part in keyof ReminderText]: string | null },
  { today, publicUrl, appUrl, isPayable = true }: ReminderMailOptions,
): { subject: string; html: string; text: string } {
  const daysFromDue = daysBetween(invoice.dueDate, today)
  const defaults = defaultReminderText(daysFromDue)
  const values: TextValues = {
    client: bidiIsolate(toHeaderText(invoice.client.contactName || invoice.client.name)),
    invoice: invoice.number,
    amount: formatMoney(amountDueOf(invoice)),
    'due date': formatDate(invoice.dueDate),
    days: String(Math.abs(daysFromDue)),
    company: bidiIsolate(toHeaderText(invoice.company.name)),
    link: publicUrl,
  }
  const subject = toHeaderText(fillText(ownText.subject ?? defaults.subject, values))
  const content = renderMail({
    appUrl,
    brand: mailBrandOf(invoice),
    preheader: `${values.amount} ${daysFromDue > 0 ? 'was' : 'is'} due on ${values['due date']}.`,
    heading: subject,
    paragraphs: fillText(ownText.body ?? defaults.body, values)
      .split(/(?:\r\n?|\n)[^\S\r\n]*(?:\r\n?|\n)\s*/)
      .filter((paragraph) => paragraph.trim() !== ''),
    rows: [...mailFacts(invoice, ['number', 'purchaseOrder', 'dueDate']), ...balanceRows(invoice)],
    offer: earlyPaymentOffer(invoice) ?? undefined,
    button: { label: isPayable ? 'View and pay invoice' : 'View invoice', url: publicUrl },
    quietLink: { lead: 'Paid already?', label: 'I have paid', url: `${publicUrl}?paid=said` },
    footnote: `Questions? Reply to this mail or write to ${invoice.company.email}.`,
  })
  return { subject, ...content }
}
