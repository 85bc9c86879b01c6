import { toHeaderText } from '../../platform/mail/mail-address.ts'
import { renderMail } from '../../platform/mail/render-mail.ts'
import { formatDate } from '../../shared/dates.ts'
import { isolated } from '../../shared/isolated.ts'
import { formatMoney } from '../../shared/money.ts'
import { earlyPaymentOffer } from './amount-due-rules.ts'
import type { InvoiceDocument } from './contract.ts'
import { billOf } from './invoice-bill.ts'

type Logo = NonNullable<InvoiceDocument['logo']>

/** Under which the logo is attached to the mail that shows it. */
export function logoCid(logo: Pick<Logo, 'id'>): string {
  return `logo-${logo.id}`
}

/** The invoice as a mail of the business, saying the same in HTML and in text. */
export function renderInvoiceMail(
  invoice: InvoiceDocument,
  { publicUrl, appUrl }: { publicUrl: string; appUrl: string },
): { subject: string; html: string; text: string } {
  const { number, logo } = invoice
  const company = toHeaderText(invoice.company.name)
  const client = toHeaderText(invoice.client.contactName || invoice.client.name)
  const content = renderMail({
    appUrl,
    brand: { name: company, logo: logo ? fitLogo(logo) : undefined },
    preheader: summaryOf(invoice),
    heading: `Invoice ${number}`,
    paragraphs: [
      `Hello ${isolated(client)},`,
      `${isolated(company)} has sent you an invoice. ${summaryOf(invoice)}`,
    ],
    rows: rowsOf(invoice),
    offer: earlyPaymentOffer(invoice) ?? undefined,
    button: { label: 'View invoice', url: publicUrl },
    bill: billOf(invoice),
    sections: [
      { title: 'Description', text: invoice.description },
      { title: 'Notes', text: invoice.notes },
    ].filter(({ text }) => text !== ''),
    footnote: `The invoice is attached as a PDF. Questions? Reply to this mail or write to ${invoice.company.email}.`,
  })
  return { subject: `Invoice ${number} from ${company}`, ...content }
}

function summaryOf({ status, totals, dueDate, paidOn }: InvoiceDocument): string {
  const amount = formatMoney(totals.totalCents)
  if (totals.totalCents === 0 && status !== 'paid') return 'There is nothing to pay.'
  switch (status) {
    case 'paid':
      return `${amount} was paid${paidOn ? ` on ${formatDate(paidOn)}` : ''}. Nothing is left to pay.`
    case 'overdue':
      return `${amount} was due on ${formatDate(dueDate)}.`
    case 'pending':
      return `${amount} is due on ${formatDate(dueDate)}.`
  }
}

function rowsOf(invoice: InvoiceDocument): { label: string; value: string }[] {
  const { number, purchaseOrder, dueDate, status, paidOn, totals } = invoice
  const isPaid = status === 'paid'
  return [
    { label: 'Invoice number', value: number },
    ...(purchaseOrder ? [{ label: 'Purchase order', value: toHeaderText(purchaseOrder) }] : []),
    { label: 'Issue date', value: formatDate(invoice.issueDate) },
    { label: 'Due date', value: formatDate(dueDate) },
    ...(isPaid ? [{ label: 'Status', value: paidOn ? `Paid on ${formatDate(paidOn)}` : 'Paid' }] : []),
    { label: isPaid ? 'Amount' : 'Amount due', value: formatMoney(totals.totalCents) },
  ]
}

/** In at most 200 × 64 pixels, never larger than it is. */
function fitLogo(logo: Logo): { cid: string; width: number; height: number } {
  const scale = Math.min(1, 200 / logo.width, 64 / logo.height)
  const shown = (length: number) => Math.max(1, Math.round(length * scale))
  return { cid: logoCid(logo), width: shown(logo.width), height: shown(logo.height) }
}
