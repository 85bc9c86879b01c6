import { daysBetween, formatDate } from '../../../../shared/dates.ts'
import { formatMoney } from '../../../../shared/money.ts'
import type { Invoice, InvoiceDocument } from '../../contract.ts'
import { paidAndReturned } from '../../document/movement-rules.ts'

export function dueText(invoice: Pick<InvoiceDocument, 'status' | 'totals' | 'dueDate'>): string {
  if (invoice.totals.totalCents === 0) return 'Nothing to pay'
  return `${isLate(invoice) ? 'Was due' : 'Due'} ${formatDate(invoice.dueDate)}`
}

/** By when to pay; once the invoice is paid, when that was. */
export function dueOrPaidText(
  invoice: Pick<InvoiceDocument, 'status' | 'totals' | 'dueDate' | 'paidOn'>,
): string {
  if (invoice.status !== 'paid') return dueText(invoice)
  return invoice.paidOn ? `Paid ${formatDate(invoice.paidOn)}` : 'Paid'
}

/** "Due in 12 days" or "13 days overdue". */
export function dueInDays(dueDate: string, today: string): string {
  const days = daysBetween(today, dueDate)
  if (days === 0) return 'Due today'
  const count = Math.abs(days)
  const text = `${count.toLocaleString('en-US')} ${count === 1 ? 'day' : 'days'}`
  if (days < 0) return `${text} overdue`
  return days === 1 ? 'Due tomorrow' : `Due in ${text}`
}

/** "$600.00 of $1,000.00", or only the amount before the first payment. */
export function balanceText({ openCents, totals }: Pick<Invoice, 'openCents' | 'totals'>): string {
  const open = formatMoney(openCents)
  return openCents < totals.totalCents ? `${open} of ${formatMoney(totals.totalCents)}` : open
}

export function isLate({ status, totals }: Pick<InvoiceDocument, 'status' | 'totals'>): boolean {
  return status === 'overdue' && totals.totalCents > 0
}

/** "$40.00 of $100.00 paid"; null before the first payment and once the invoice is paid. */
export function partlyPaidText({
  status,
  totals,
  receivedCents,
}: Pick<InvoiceDocument, 'status' | 'totals' | 'receivedCents'>): string | null {
  if (status === 'paid' || receivedCents <= 0) return null
  return `${formatMoney(receivedCents)} of ${formatMoney(totals.totalCents)} paid`
}

/** "$430.31 paid Nov 5, 2026", followed by what was refunded or disputed since. */
export function paidText(invoice: Pick<InvoiceDocument, 'movements' | 'receivedCents' | 'paidOn'>): string {
  const { paidCents, backText } = paidAndReturned(invoice)
  const when = invoice.paidOn ? ` ${formatDate(invoice.paidOn)}` : ''
  return `${formatMoney(paidCents)} paid${when}${backText && `, ${backText}`}`
}
