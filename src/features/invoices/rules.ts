import { addDays, daysBetween } from '../../shared/dates.ts'
import { percentageOf } from './document/totals-rules.ts'

export const paymentTerms = {
  net_30: { label: 'Net 30', days: 30 },
  net_15: { label: 'Net 15', days: 15 },
  due_on_receipt: { label: 'Due on Receipt', days: 0 },
  '2_10_net_30': { label: '2/10 Net 30', days: 30 },
  custom: { label: 'Custom', days: null },
} as const satisfies Record<string, { label: string; days: number | null }>

export type PaymentTerms = keyof typeof paymentTerms

/** Returns the due date that follows from the terms; null for custom terms. */
export function dueDateFor(terms: PaymentTerms, issueDate: string): string | null {
  const { days } = paymentTerms[terms]
  return days === null ? null : addDays(issueDate, days)
}

/** `cancelled`: credit notes cover all of it, and no money for it is kept. */
export type StoredStatus = 'pending' | 'paid' | 'cancelled'
export type InvoiceStatus = StoredStatus | 'overdue'

export const statusLabels: Readonly<Record<InvoiceStatus, string>> = {
  pending: 'Pending',
  paid: 'Paid',
  overdue: 'Overdue',
  cancelled: 'Canceled',
}

/** Returns the status of an invoice. `today` is the date in the business's time zone. Overdue is never stored. */
export function statusOn(today: string, invoice: { status: StoredStatus; dueDate: string }): InvoiceStatus {
  return invoice.status === 'pending' && invoice.dueDate < today ? 'overdue' : invoice.status
}

export const earlyPayment = { percentage: 2000, days: 10 } as const

export interface EarlyPayment {
  until: string
  discountMinor: number
  amountMinor: number
}

/** Returns the offer of 2/10 Net 30: until the tenth day inclusive, 2 % less settles the invoice in full. */
export function earlyPaymentOn(
  today: string,
  invoice: {
    paymentTerms: PaymentTerms
    issueDate: string
    totalMinor: number
    creditNotesMinor?: number | undefined
    receivedMinor: number
    waivedMinor?: number | undefined
  },
): EarlyPayment | null {
  if (invoice.paymentTerms !== '2_10_net_30') return null
  const until = addDays(invoice.issueDate, earlyPayment.days)
  const askedMinor = invoice.totalMinor - (invoice.creditNotesMinor ?? 0)
  if (today > until || askedMinor === 0) return null

  // The offer applies only if the client pays everything at once.
  if (invoice.receivedMinor + (invoice.waivedMinor ?? 0) > 0) return null
  const discountMinor = percentageOf(askedMinor, earlyPayment.percentage)
  return { until, discountMinor, amountMinor: askedMinor - discountMinor }
}

/** Returns a warning for the due date field. A past due date is allowed, but rarely intended. */
export function dueDateNote(today: string, issueDate: string, dueDate: string): string | null {
  if (daysBetween(issueDate, dueDate) < 0) return 'This is before the issue date.'
  if (daysBetween(today, dueDate) < 0) return 'This date has passed, so the invoice will show as overdue.'
  return null
}

export function invoiceNumber(id: string): string {
  return id.slice(0, 8).toUpperCase()
}

/**
 * Whether a credit note can be made. The owner can still change or delete a draft that no client has seen, so a draft
 * needs no credit note, unless its number is in sequence and has to stay.
 */
export function canBeCredited(invoice: {
  status: StoredStatus
  approval: string | null
  totalMinor: number
  creditNotesMinor: number
  sentAt: Date | null
  viewedAt: Date | null
  sendOption: string
  sequenceNumber: number | null
  movements: readonly unknown[]
}): boolean {
  const { status, totalMinor, creditNotesMinor, sentAt, viewedAt, sendOption } = invoice
  if (status === 'cancelled' || invoice.approval !== null || totalMinor === creditNotesMinor) return false
  const isSeen = sentAt !== null || viewedAt !== null || sendOption === 'do_not_send'
  return isSeen || invoice.sequenceNumber !== null || invoice.movements.length > 0
}

/** Returns the amount still owed, without regard to an early payment offer. */
export function openMinorOf(invoice: {
  status: StoredStatus
  totalMinor: number
  creditNotesMinor: number
  receivedMinor: number
  creditedMinor: number
  waivedMinor: number
}): number {
  const { status, totalMinor, creditNotesMinor, receivedMinor, creditedMinor, waivedMinor } = invoice
  if (status !== 'pending') return 0
  return Math.max(0, totalMinor - creditNotesMinor - creditedMinor - receivedMinor - waivedMinor)
}

/** "7 days before the due date", "on the due date", "1 day after the due date" */
export function stepText(offsetDays: number): string {
  if (offsetDays === 0) return 'on the due date'
  const days = Math.abs(offsetDays)
  return `${days} ${days === 1 ? 'day' : 'days'} ${offsetDays < 0 ? 'before' : 'after'} the due date`
}

/** Why the currency of an invoice with payments is fixed. */
export function paidInCurrency(currency: string): string {
  return `This invoice has payments in ${currency} in its history, so its currency can’t be changed.`
}
