import { toHeaderText } from '../../../platform/mail/mail-address.ts'
import type { MailBill } from '../../../platform/mail/mail-bill.ts'
import { type MailContent, renderMail } from '../../../platform/mail/render-mail.ts'
import { bidiIsolate } from '../../../shared/bidi-isolate.ts'
import { formatDate } from '../../../shared/dates.ts'
import { formatMoney } from '../../../shared/money.ts'
import type { InvoiceDocument } from '../contract.ts'
import { autopaySentence } from '../document/autopay-rules.ts'
import { askedNowOf, cancelledSentence, earlyPaymentOffer, paidSentence } from '../document/movement-rules.ts'
import {
  type DocumentRow,
  amountDueRow,
  balanceRows,
  factRows,
  lateFeeText,
  lineRows,
  paidRows,
  sumRows,
} from '../document/row-rules.ts'
import { inksOf } from '../document/style-rules.ts'
import { nextDueDateOf, nextPartName, partLines } from '../parts/part-text-rules.ts'

export interface MailUrls {
  publicUrl: string
  appUrl: string
  /** Whether the client can pay on the public page. */
  isPayable?: boolean
  /** The client's own page with all invoices and payments; null without one. */
  portalUrl?: string | null | undefined
}

/** The names of the files of a document: those that the mail carries, and those that are too large for it. */
export interface FileNames {
  mailed: readonly string[]
  left: readonly string[]
}

type Logo = NonNullable<InvoiceDocument['logo']>

export function logoCid(logo: Pick<Logo, 'id'>): string {
  return `logo-${logo.id}`
}

interface ClientMail extends Omit<MailContent, 'brand' | 'footnote'>, Pick<MailUrls, 'portalUrl'> {
  subject: string
  attached?: 'invoice' | 'receipt' | 'receipts' | 'credit note' | 'estimate' | 'statement'
}

/** Renders a mail about an invoice in the name of the business, with the same content in HTML and text. */
export function renderClientMail(
  { company, logo, style }: Pick<InvoiceDocument, 'company' | 'logo' | 'style'>,
  { subject, attached, portalUrl, ...content }: ClientMail,
): { subject: string; html: string; text: string } {
  const { look, logoPosition } = style
  const brand = {
    name: toHeaderText(company.name),
    logo: logo ? fitLogo(logo) : undefined,
    look: { look, logoPosition, colors: inksOf(style) },
  }
  const is = attached === 'receipts' ? 'are attached as PDFs' : 'is attached as a PDF'
  const hint = attached ? `The ${attached} ${is}. ` : ''
  const footnote = `${hint}Questions? Reply to this email or write to ${company.email}.`
  const quietLinks = [
    ...(content.quietLinks ?? []),
    ...(portalUrl ? [{ label: 'See all your invoices and payments', url: portalUrl }] : []),
  ]
  return { subject, ...renderMail({ ...content, quietLinks, brand, footnote }) }
}

export function greetingOf({
  client,
}: {
  client: Pick<InvoiceDocument['client'], 'name' | 'contactName'>
}): string {
  return `Hello ${bidiIsolate(toHeaderText(client.contactName || client.name))},`
}

export function renderInvoiceMail(
  invoice: InvoiceDocument,
  { publicUrl, appUrl, portalUrl, isPayable = true }: MailUrls,
  files: FileNames = { mailed: [], left: [] },
): ReturnType<typeof renderClientMail> {
  const { number } = invoice
  const company = toHeaderText(invoice.company.name)
  return renderClientMail(invoice, {
    appUrl,
    portalUrl,
    subject: `Invoice ${number} from ${company}`,
    preheader: summaryOf(invoice),
    heading: `Invoice ${number}`,
    paragraphs: [
      greetingOf(invoice),
      `${bidiIsolate(company)} has sent you an invoice. ${summaryOf(invoice)}`,
      ...(invoice.autopay
        ? [`${autopaySentence(invoice.autopay, invoice)} You don’t need to do anything.`]
        : []),
    ],
    rows: rowsOf(invoice),
    ...(invoice.autopay && { quietLinks: [stopAutopayLink(publicUrl)] }),
    offer: earlyPaymentOffer(invoice) ?? undefined,
    button: {
      label:
        invoice.amountDueMinor > 0 && isPayable && !invoice.autopay ? 'View and pay invoice' : 'View invoice',
      url: publicUrl,
    },
    bill: billOf(invoice),
    sections: [
      scheduleSection(invoice),
      { title: 'Late fee', text: lateFeeText(invoice) },
      { title: 'Description', text: invoice.description },
      { title: 'Notes', text: invoice.notes },
      { title: 'Tax', text: invoice.taxNote },
      ...fileSections(files, 'invoice'),
    ].filter(({ text }) => text !== ''),
    attached: 'invoice',
  })
}

/** The files that the mail carries, and those that are on the page alone. */
export function fileSections({ mailed, left }: FileNames, what: 'invoice' | 'estimate') {
  return [
    { title: 'Attached files', text: mailed.join('\n') },
    { title: `Files on the ${what}’s page`, text: left.join('\n') },
  ]
}

/** The link to the page on which the client stops automatic payments. */
export function stopAutopayLink(publicUrl: string) {
  return { lead: 'Don’t want that anymore?', label: 'Stop automatic payments', url: publicUrl }
}

/** The parts of an invoice with their dates; its text is empty if everything is due at once. */
export function scheduleSection(invoice: InvoiceDocument): { title: string; text: string } {
  return { title: 'Payment schedule', text: partLines(invoice).join('\n') }
}

function summaryOf(invoice: InvoiceDocument): string {
  const { status, totals } = invoice
  const dueDate = nextDueDateOf(invoice)
  if (totals.totalMinor === 0 && status !== 'paid') return 'There is nothing to pay.'
  const part = nextPartName(invoice)
  const amount = `${part ? `The ${part} of ` : ''}${formatMoney(askedNowOf(invoice), invoice)}`
  switch (status) {
    case 'cancelled':
      return cancelledSentence
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
  const facts = mailFacts(invoice, 'invoiceMail')
  if (invoice.status !== 'paid') {
    // With line items, the bill below shows the payments.
    return [...facts, ...(isSingle ? balanceRows(invoice) : [amountDueRow(invoice)])]
  }
  const { paidOn, totals } = invoice
  return [
    ...facts,
    { key: 'status', label: 'Status', value: paidOn ? `Paid on ${formatDate(paidOn)}` : 'Paid' },
    { key: 'amount', label: 'Amount', value: formatMoney(totals.totalMinor, invoice) },
    ...(isSingle ? paidRows(invoice) : []),
  ]
}

/** Mail programs cut off longer mails. The PDF has every line. */
const maxLines = 15

/** Returns the line items and sums of an invoice; undefined for a single amount. */
export function billOf(invoice: InvoiceDocument): MailBill | undefined {
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
