import { formatDate } from '../../../shared/dates.ts'
import { formatMoney } from '../../../shared/money.ts'
import type { InvoiceDocument } from '../contract.ts'

/** Beside what is to be paid: by when. */
export function dueText(invoice: Pick<InvoiceDocument, 'status' | 'totals' | 'dueDate'>): string {
  if (invoice.totals.totalCents === 0) return 'Nothing to pay'
  return `${isLate(invoice) ? 'Was due' : 'Due'} ${formatDate(invoice.dueDate)}`
}

export function isLate({ status, totals }: Pick<InvoiceDocument, 'status' | 'totals'>): boolean {
  return status === 'overdue' && totals.totalCents > 0
}

/** $430.31 paid Nov 5, 2026 */
export function paidText({ totals, paidOn }: Pick<InvoiceDocument, 'totals' | 'paidOn'>): string {
  const amount = `${formatMoney(totals.totalCents)} paid`
  return paidOn ? `${amount} ${formatDate(paidOn)}` : amount
}
