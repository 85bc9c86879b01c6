import { toHeaderText } from '../../../platform/mail/mail-address.ts'
import type { MailBill } from '../../../platform/mail/mail-bill.ts'
import { renderMail } from '../../../platform/mail/render-mail.ts'
import { bidiIsolate } from '../../../shared/bidi-isolate.ts'
import { formatDate } from '../../../shared/dates.ts'
import { formatMoney } from '../../../shared/money.ts'
import type { InvoiceDocument } from '../contract.ts'
import { amountDueOf, earlyPaymentOffer } from '../document/amount-due-rules.ts'
import { paidSentence } from '../document/movement-rules.ts'
import {
  type DocumentRow,
  amountDueRow,
  balanceRows,
  factRows,
  lineRows,
  paidRows,
  sumRows,
} from '../document/row-rules.ts'
import { inksOf } from '../document/style-rules.ts'
type Logo = NonNullable<InvoiceDocument['logo']>

/** Returns the content id of the attached logo. */
export function logoCid(logo: Pick<Logo, 'id'>): string {
  return `logo-${logo.id}`
}

/** Returns the sender as a mail about an invoice shows it. */
export function mailBrandOf({ company, logo, style }: Pick<InvoiceDocument, 'company' | 'logo' | 'style'>) {
  const { look, logoPosition } = style
  return {
    name: toHeaderText(company.name),
    logo: logo ? fitLogo(logo) : undefined,
    look: { look, logoPosition, colors: inksOf(style) },
  }
}

/** Renders the mail that sends the invoice, with the same content in HTML and text. */
export function renderInvoiceMail(
  invoice: InvoiceDocument,
  { publicUrl, appUrl, isPayable = true }: { publicUrl: string; appUrl: string; isPayable?: boolean },
): { subject: string; html: string; text: string } {
  const { number } = invoice
  const company = toHeaderText(invoice.company.name)
  const client = toHeaderText(invoice.client.contactName || invoice.client.name)
  const content = renderMail({
    appUrl,
    brand: mailBrandOf(invoice),
    preheader: summaryOf(invoice),
    heading: `Invoice ${number}`,
    paragraphs: [
      `Hello ${bidiIsolate(client)},`,
      `${bidiIsolate(company)} has sent you an invoice. ${summaryOf(invoice)}`,
    ],
    rows: rowsOf(invoice),
    offer: earlyPaymentOffer(invoice) ?? undefined,
    button: {
      label: invoice.amountDueCents > 0 && isPayable ? 'View and pay invoice' : 'View invoice',
      url: publicUrl,
    },
    bill: billOf(invoice),
    sections: [
      { title: 'Description', text: invoice.description },
      { title: 'Notes', text: invoice.notes },
    ].filter(({ text }) => text !== ''),
    footnote: `The invoice is attached as a PDF. Questions? Reply to this mail or write to ${invoice.company.email}.`,
  })
  return { subject: `Invoice ${number} from ${company}`, ...content }
}

function summaryOf(invoice: InvoiceDocument): string {
  const { status, totals, dueDate } = invoice
  if (totals.totalCents === 0 && status !== 'paid') return 'There is nothing to pay.'
  const amount = formatMoney(amountDueOf(invoice))
  switch (status) {
    case 'paid':
      return paidSentence(invoice)
    case 'overdue':
      return `${amount} was due on ${formatDate(dueDate)}.`
    case 'pending':
      return `${amount} is due on ${formatDate(dueDate)}.`
  }
}

/** Returns the facts at the top of a mail, each on a single line. */
export function mailFacts(...facts: Parameters<typeof factRows>): DocumentRow[] {
  return factRows(...facts).map((row) => ({ ...row, value: toHeaderText(row.value) }))
}

function rowsOf(invoice: InvoiceDocument): DocumentRow[] {
  const isSingle = invoice.charge.kind === 'amount'
  const facts = mailFacts(invoice, ['number', 'purchaseOrder', 'issueDate', 'dueDate'])
  if (invoice.status !== 'paid') {
    // With line items, the bill below shows the payments.
    return [...facts, ...(isSingle ? balanceRows(invoice) : [amountDueRow(invoice)])]
  }
  const { paidOn, totals } = invoice
  return [
    ...facts,
    { key: 'status', label: 'Status', value: paidOn ? `Paid on ${formatDate(paidOn)}` : 'Paid' },
    { key: 'amount', label: 'Amount', value: formatMoney(totals.totalCents) },
    ...(isSingle ? paidRows(invoice) : []),
  ]
}

/** Mail programs cut off longer mails. The PDF has every line. */
const maxLines = 15

/** Returns the line items and sums of an invoice; undefined for a single amount. */
function billOf(invoice: InvoiceDocument): MailBill | undefined {
  if (invoice.charge.kind === 'amount') return undefined
  const lines = lineRows(invoice).map(({ description, quantity, rate, amount }) => ({
    description,
    detail: `${quantity} × ${rate}`,
    amount,
  }))
  const left = lines.length - maxLines
  const paid = paidRows(invoice)
  return {
    lines: lines.slice(0, maxLines),
    more: left > 0 ? `and ${left} more, see the PDF` : undefined,
    sums: [...sumRows(invoice), ...(paid.length > 0 ? [...paid, amountDueRow(invoice)] : [])],
  }
}

/** Scales the logo down to at most 200 × 64 pixels. */
function fitLogo(logo: Logo): { cid: string; width: number; height: number } {
  const scale = Math.min(1, 200 / logo.width, 64 / logo.height)
  const scaled = (length: number) => Math.max(1, Math.round(length * scale))
  return { cid: logoCid(logo), width: scaled(logo.width), height: scaled(logo.height) }
}
