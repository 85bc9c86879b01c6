import { toHeaderText } from '../../../platform/mail/mail-address.ts'
import { renderMail } from '../../../platform/mail/render-mail.ts'
import { bidiIsolate } from '../../../shared/bidi-isolate.ts'
import type { InvoiceDocument } from '../../invoices/contract.ts'
import { hasTestPayments, noMoneyMoved, paidSentence } from '../../invoices/document/movement-rules.ts'
import { type DocumentRow, receiptRows } from '../../invoices/document/row-rules.ts'
import { mailBrandOf, mailFacts } from '../../invoices/mail/render-invoice-mail.ts'
import { paidBy } from './payment-text.ts'

/** Renders the receipt as a mail from the business. */
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
      `Hello ${bidiIsolate(client)},`,
      `Thank you for your payment to ${bidiIsolate(company)}. ${summaryOf(invoice)}`,
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

function rowsOf(invoice: InvoiceDocument): DocumentRow[] {
  const how = paidBy(invoice.movements)
  return [
    ...mailFacts(invoice, ['number', 'purchaseOrder', 'paidOn']),
    ...(how ? [{ key: 'method', label: 'Paid by', value: how }] : []),
    ...receiptRows(invoice),
  ]
}
