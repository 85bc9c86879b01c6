import { toHeaderText } from '../../../platform/mail/mail-address.ts'
import { renderMail } from '../../../platform/mail/render-mail.ts'
import { formatDate } from '../../../shared/dates.ts'
import { isolated } from '../../../shared/isolated.ts'
import { formatMoney } from '../../../shared/money.ts'
import type { InvoiceDocument } from '../../invoices/contract.ts'
import {
  hasTestPayments,
  noMoneyMoved,
  paidAndBack,
  paidSentence,
} from '../../invoices/document/movement-rules.ts'
import { mailBrandOf } from '../../invoices/mail/render-invoice-mail.ts'
import { paidBy } from './payment-words.ts'

/** That the invoice is paid, when and how, as a mail of the business. */
export function renderReceiptMail(
  invoice: InvoiceDocument,
  { publicUrl, appUrl }: { publicUrl: string; appUrl: string },
): { subject: string; html: string; text: string } {
  const { number } = invoice
  const company = toHeaderText(invoice.company.name)
  const client = toHeaderText(invoice.client.contactName || invoice.client.name)
  const content = renderMail({
    appUrl,
    brand: mailBrandOf(invoice),
    preheader: summaryOf(invoice),
    heading: `Receipt for invoice ${number}`,
    paragraphs: [
      `Hello ${isolated(client)},`,
      `Thank you for your payment to ${isolated(company)}. ${summaryOf(invoice)}`,
      ...(hasTestPayments(invoice) ? [noMoneyMoved] : []),
    ],
    rows: rowsOf(invoice),
    button: { label: 'View invoice', url: publicUrl },
    footnote: `The receipt is attached as a PDF. Questions? Reply to this mail or write to ${invoice.company.email}.`,
  })
  return { subject: `Receipt for invoice ${number} from ${company}`, ...content }
}

function summaryOf(invoice: InvoiceDocument): string {
  return paidSentence(invoice, ` for invoice ${invoice.number}`)
}

function rowsOf(invoice: InvoiceDocument): { label: string; value: string }[] {
  const { number, purchaseOrder, paidOn, movements, totals, creditedCents, receivedCents } = invoice
  const { paidCents } = paidAndBack(invoice)
  const backCents = paidCents - receivedCents
  const how = paidBy(movements)
  return [
    { label: 'Invoice number', value: number },
    ...(purchaseOrder ? [{ label: 'Purchase order', value: toHeaderText(purchaseOrder) }] : []),
    ...(paidOn ? [{ label: 'Paid on', value: formatDate(paidOn) }] : []),
    ...(how ? [{ label: 'Paid by', value: how }] : []),
    { label: 'Invoice total', value: formatMoney(totals.totalCents) },
    ...(creditedCents > 0 ? [{ label: 'Early payment discount', value: formatMoney(-creditedCents) }] : []),
    { label: 'Amount paid', value: formatMoney(paidCents) },
    ...(backCents > 0 ? [{ label: 'Given back', value: formatMoney(-backCents) }] : []),
    { label: 'Left to pay', value: formatMoney(0) },
  ]
}
