import { toHeaderText } from '../../platform/mail/mail-address.ts'
import { renderMail } from '../../platform/mail/render-mail.ts'
import { daysBetween, formatDate } from '../../shared/dates.ts'
import { isolated } from '../../shared/isolated.ts'
import { formatMoney } from '../../shared/money.ts'
import type { InvoiceDocument } from '../invoices/contract.ts'
import { amountDueOf, earlyPaymentOffer } from '../invoices/document/amount-due-rules.ts'
import { movementRows } from '../invoices/document/movement-rules.ts'
import { mailBrandOf } from '../invoices/mail/render-invoice-mail.ts'
import { fillText, usualText } from './text-rules.ts'
import type { ReminderText, TextValues } from './text-rules.ts'

interface Sending {
  /** In the business's time zone. */
  today: string
  publicUrl: string
  appUrl: string
  /** Whether it can be paid at the public address. */
  isPayable?: boolean
}

/** A reminder of the business in its own words, or in the usual ones of this day. */
export function renderReminderMail(
  invoice: InvoiceDocument,
  words: { [Part in keyof ReminderText]: string | null },
  { today, publicUrl, appUrl, isPayable = true }: Sending,
): { subject: string; html: string; text: string } {
  const daysFromDue = daysBetween(invoice.dueDate, today)
  const usual = usualText(daysFromDue)
  const values: TextValues = {
    client: isolated(toHeaderText(invoice.client.contactName || invoice.client.name)),
    invoice: invoice.number,
    amount: formatMoney(amountDueOf(invoice)),
    'due date': formatDate(invoice.dueDate),
    days: String(Math.abs(daysFromDue)),
    company: isolated(toHeaderText(invoice.company.name)),
    link: publicUrl,
  }
  const subject = toHeaderText(fillText(words.subject ?? usual.subject, values))
  const content = renderMail({
    appUrl,
    brand: mailBrandOf(invoice),
    preheader: `${values.amount} ${daysFromDue > 0 ? 'was' : 'is'} due on ${values['due date']}.`,
    heading: subject,
    paragraphs: fillText(words.body ?? usual.body, values)
      .split(/(?:\r\n?|\n)[^\S\r\n]*(?:\r\n?|\n)\s*/)
      .filter((paragraph) => paragraph.trim() !== ''),
    rows: rowsOf(invoice),
    offer: earlyPaymentOffer(invoice) ?? undefined,
    button: { label: isPayable ? 'View and pay invoice' : 'View invoice', url: publicUrl },
    quietLink: { lead: 'Paid already?', label: 'I have paid', url: `${publicUrl}?paid=said` },
    footnote: `Questions? Reply to this mail or write to ${invoice.company.email}.`,
  })
  return { subject, ...content }
}

function rowsOf(invoice: InvoiceDocument): { label: string; value: string }[] {
  const paid = movementRows(invoice)
  const { number, purchaseOrder, dueDate, totals } = invoice
  return [
    { label: 'Invoice number', value: number },
    ...(purchaseOrder ? [{ label: 'Purchase order', value: toHeaderText(purchaseOrder) }] : []),
    { label: 'Due date', value: formatDate(dueDate) },
    ...(paid.length > 0 ? [{ label: 'Amount', value: formatMoney(totals.totalCents) }] : []),
    ...paid.map(({ label, cents }) => ({ label, value: formatMoney(cents) })),
    { label: 'Amount due', value: formatMoney(amountDueOf(invoice)) },
  ]
}
