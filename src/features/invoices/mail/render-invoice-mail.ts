import { toHeaderText } from '../../../platform/mail/mail-address.ts'
import { renderMail } from '../../../platform/mail/render-mail.ts'
import { formatDate } from '../../../shared/dates.ts'
import { isolated } from '../../../shared/isolated.ts'
import { formatMoney } from '../../../shared/money.ts'
import type { InvoiceDocument } from '../contract.ts'
import { amountDueOf, earlyPaymentOffer } from '../document/amount-due-rules.ts'
import { movementRows, paidSentence } from '../document/movement-rules.ts'
import { inksOf } from '../document/style-rules.ts'
import { billOf } from './invoice-bill.ts'

type Logo = NonNullable<InvoiceDocument['logo']>

/** Under which the logo is attached to the mail that shows it. */
export function logoCid(logo: Pick<Logo, 'id'>): string {
  return `logo-${logo.id}`
}

/** Who writes, as a mail about an invoice shows it. */
export function mailBrandOf({ company, logo, style }: Pick<InvoiceDocument, 'company' | 'logo' | 'style'>) {
  const { look, logoPosition } = style
  return {
    name: toHeaderText(company.name),
    logo: logo ? fitLogo(logo) : undefined,
    look: { look, logoPosition, colors: inksOf(style) },
  }
}

/** The invoice as a mail of the business, saying the same in HTML and in text. */
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
      `Hello ${isolated(client)},`,
      `${isolated(company)} has sent you an invoice. ${summaryOf(invoice)}`,
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

function rowsOf(invoice: InvoiceDocument): { label: string; value: string }[] {
  const { number, purchaseOrder, dueDate, status, paidOn, totals, charge } = invoice
  const isPaid = status === 'paid'
  // The lines of a longer bill are followed by these.
  const paid = charge.kind === 'amount' ? movementRows(invoice) : []
  return [
    { label: 'Invoice number', value: number },
    ...(purchaseOrder ? [{ label: 'Purchase order', value: toHeaderText(purchaseOrder) }] : []),
    { label: 'Issue date', value: formatDate(invoice.issueDate) },
    { label: 'Due date', value: formatDate(dueDate) },
    ...(isPaid ? [{ label: 'Status', value: paidOn ? `Paid on ${formatDate(paidOn)}` : 'Paid' }] : []),
    ...(isPaid || paid.length > 0 ? [{ label: 'Amount', value: formatMoney(totals.totalCents) }] : []),
    ...paid.map(({ label, cents }) => ({ label, value: formatMoney(cents) })),
    ...(isPaid ? [] : [{ label: 'Amount due', value: formatMoney(amountDueOf(invoice)) }]),
  ]
}

/** In at most 200 × 64 pixels, never larger than it is. */
function fitLogo(logo: Logo): { cid: string; width: number; height: number } {
  const scale = Math.min(1, 200 / logo.width, 64 / logo.height)
  const shown = (length: number) => Math.max(1, Math.round(length * scale))
  return { cid: logoCid(logo), width: shown(logo.width), height: shown(logo.height) }
}
