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

/** $40.00 of $100.00 paid; nothing to say before the first payment and after the last. */
export function partlyPaidText({
  status,
  totals,
  receivedCents,
}: Pick<InvoiceDocument, 'status' | 'totals' | 'receivedCents'>): string | null {
  if (status === 'paid' || receivedCents <= 0) return null
  return `${formatMoney(receivedCents)} of ${formatMoney(totals.totalCents)} paid`
}

/** $430.31 paid Nov 5, 2026 */
export function paidText({
  receivedCents,
  paidOn,
}: Pick<InvoiceDocument, 'receivedCents' | 'paidOn'>): string {
  const amount = `${formatMoney(receivedCents)} paid`
  return paidOn ? `${amount} ${formatDate(paidOn)}` : amount
}
