import type { MailBill } from '../../../platform/mail/mail-bill.ts'
import type { InvoiceDocument } from '../contract.ts'
import { amountDueRow, lineRows, paidRows, sumRows } from '../document/row-rules.ts'

/** A longer mail is cut off by mail programs; the PDF has every line. */
const maxLines = 15

/** What a mail says about the parts of an invoice; undefined for an invoice that is one amount. */
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
