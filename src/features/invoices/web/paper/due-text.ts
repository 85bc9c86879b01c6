import { daysBetween, formatDate } from '../../../../shared/dates.ts'
import { formatMoney } from '../../../../shared/money.ts'
import type { Invoice, InvoiceDocument } from '../../contract.ts'
import { paidAndReturned } from '../../document/movement-rules.ts'
import { nextDueDateOf } from '../../parts/part-text-rules.ts'

export function dueText(invoice: Pick<InvoiceDocument, 'status' | 'totals' | 'dueDate' | 'parts'>): string {
  if (invoice.totals.totalMinor === 0) return 'Nothing to pay'
  return `${isLate(invoice) ? 'Was due' : 'Due'} ${formatDate(nextDueDateOf(invoice))}`
}

/**
 * By when to pay; once the invoice is paid, when that was; on a credit note, which invoice it is for; on an estimate, until
 * when it is valid, or its answer.
 */
export function dueOrPaidText(
  invoice: Pick<
    InvoiceDocument,
    'status' | 'totals' | 'dueDate' | 'parts' | 'paidOn' | 'creditedInvoice' | 'estimate'
  >,
): string {
  if (invoice.estimate) return estimateText(invoice.estimate)
  if (invoice.creditedInvoice) return `For invoice ${invoice.creditedInvoice.number}`
  if (invoice.status === 'cancelled') return 'Nothing to pay'
  if (invoice.status !== 'paid') return dueText(invoice)
  return invoice.paidOn ? `Paid ${formatDate(invoice.paidOn)}` : 'Paid'
}

function estimateText({ status, validUntil, accepted }: NonNullable<InvoiceDocument['estimate']>): string {
  if (status === 'declined') return 'Declined'
  if (status === 'accepted') return accepted ? `Accepted ${formatDate(accepted.on)}` : 'Accepted'
  return `${status === 'expired' ? 'Was valid' : 'Valid'} until ${formatDate(validUntil)}`
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
export function balanceText(invoice: Pick<Invoice, 'openMinor' | 'totals' | 'currency' | 'locale'>): string {
  const { openMinor, totals } = invoice
  const open = formatMoney(openMinor, invoice)
  return openMinor < totals.totalMinor ? `${open} of ${formatMoney(totals.totalMinor, invoice)}` : open
}

export function isLate({ status, totals }: Pick<InvoiceDocument, 'status' | 'totals'>): boolean {
  return status === 'overdue' && totals.totalMinor > 0
}

/** "$40.00 of $100.00 paid"; null before the first payment and once the invoice is paid. */
export function partlyPaidText(
  invoice: Pick<
    InvoiceDocument,
    'status' | 'totals' | 'creditNotesMinor' | 'receivedMinor' | 'currency' | 'locale'
  >,
): string | null {
  const { status, totals, creditNotesMinor, receivedMinor } = invoice
  if (status === 'paid' || receivedMinor <= 0) return null
  const asked = formatMoney(totals.totalMinor - creditNotesMinor, invoice)
  return `${formatMoney(receivedMinor, invoice)} of ${asked} paid`
}

/** "$430.31 paid Nov 5, 2026", followed by what was refunded or disputed since. */
export function paidText(
  invoice: Parameters<typeof paidAndReturned>[0] & Pick<InvoiceDocument, 'paidOn'>,
): string {
  const { paidMinor, backText } = paidAndReturned(invoice)
  const when = invoice.paidOn ? ` ${formatDate(invoice.paidOn)}` : ''
  return `${formatMoney(paidMinor, invoice)} paid${when}${backText && `, ${backText}`}`
}
