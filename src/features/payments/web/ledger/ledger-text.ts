import { Banknote, CircleEllipsis, CreditCard, FlaskConical, Landmark, PenLine, Wallet } from 'lucide-react'
import { formatDate } from '../../../../shared/dates.ts'
import { type MoneyFormat, formatMoney, formatRate } from '../../../../shared/money.ts'
import type { Invoice } from '../../../invoices/contract.ts'
import type { Ledger, LedgerPayment } from '../../contract.ts'

type Refund = LedgerPayment['refunds'][number]
type Dispute = LedgerPayment['disputes'][number]

export const methodIcons = {
  card: CreditCard,
  paypal: Wallet,
  demo: FlaskConical,
  transfer: Landmark,
  cash: Banknote,
  cheque: PenLine,
  other: CircleEllipsis,
} as const

export const refundLabels: Record<Refund['state'], string> = {
  requested: 'Refund being sent',
  pending: 'Refund on its way',
  succeeded: 'Refunded',
  failed: 'Refund failed',
  removed: 'Refund removed',
}

/** "worth $1,338.63 at 1.0843 on Nov 17, 2026 (European Central Bank)"; null in the home currency and without a rate. */
export function worthText(
  {
    homeMinor,
    rate,
    ratedOn,
    rateSource,
  }: Pick<LedgerPayment, 'homeMinor' | 'rate' | 'ratedOn' | 'rateSource'>,
  { homeCurrency }: Pick<Ledger, 'homeCurrency'>,
): string | null {
  if (homeMinor === null || rate === null || ratedOn === null) return null
  const source = rateSource === 'own' ? 'your rate' : rateSource
  const worth = formatMoney(homeMinor, { currency: homeCurrency })
  return `worth ${worth} at ${formatRate(rate)} on ${formatDate(ratedOn)} (${source})`
}

export function overpaidText(ledger: Ledger): string {
  const { payments, overpaidMinor, receivedMinor } = ledger
  const overpaid = formatMoney(overpaidMinor, ledger)
  const refundable = payments.find(({ refundableMinor }) => refundableMinor > 0)
  if (refundable) {
    return `The client paid ${overpaid} more than was owed. Use Refund next to the ${refundable.method === 'paypal' ? 'PayPal' : 'card'} payment to return it.`
  }
  const received = `You received ${overpaid} more than was owed. Return it to the client`
  if (!payments.some(({ canUndo }) => canUndo)) return `${received}.`
  if (receivedMinor === overpaidMinor) {
    const then = isCreditedInFull(ledger) ? ' After that, the invoice is canceled.' : ''
    return `${received}, and undo what you recorded.${then}`
  }
  return `${received}, undo the payment, and record the part of it that you keep. If a payment was recorded by mistake, just undo it.`
}

function isCreditedInFull({ creditNotesMinor, totalMinor }: Ledger): boolean {
  return creditNotesMinor > 0 && creditNotesMinor === totalMinor
}

/**
 * The open amount after this much of a payment is refunded and owed again. A discount is lost with the
 * payment that earned it. Refunds that are not owed again do not change the open amount.
 */
export function openAfterRefund(ledger: Ledger, payment: LedgerPayment, amountMinor: number): number {
  const { totalMinor, creditNotesMinor, receivedMinor, creditedMinor, waivedMinor } = ledger
  const notOwedMinor = payment.refunds
    .filter((refund) => isCounted(refund) && !refund.stillOwed)
    .reduce((sum, refund) => sum + refund.amountMinor, 0)
  const isWhole = payment.refundedMinor - notOwedMinor + amountMinor >= payment.amountMinor
  const lostMinor = isWhole ? payment.creditedMinor : 0
  const askedMinor = totalMinor - creditNotesMinor
  return Math.max(0, askedMinor - (creditedMinor - lostMinor) - (receivedMinor - amountMinor) - waivedMinor)
}

/** Whether the provider has accepted the refund. */
export function isCounted({ state }: Pick<Refund, 'state'>): boolean {
  return state === 'pending' || state === 'succeeded'
}

export function afterRefundText(
  ledger: Ledger,
  payment: LedgerPayment,
  { amountMinor, stillOwed }: { amountMinor: number; stillOwed: boolean },
): string {
  const openMinor = stillOwed ? openAfterRefund(ledger, payment, amountMinor) : ledger.openMinor
  if (openMinor === 0) {
    return isCreditedInFull(ledger)
      ? 'Nothing is due: the invoice is credited in full.'
      : 'The invoice stays paid.'
  }
  return stillOwed
    ? `Your client will owe ${formatMoney(openMinor, ledger)} again, and the payment link will ask for it.`
    : `${formatMoney(openMinor, ledger)} will remain due, as it is now.`
}

export const disputeLabels: Record<Dispute['state'], string> = {
  inquiry: 'The bank is asking about it',
  open: 'Disputed',
  won: 'Dispute won',
  lost: 'Dispute lost',
  removed: 'Dispute removed',
}

export function openAfterUndo(ledger: Ledger, payment: LedgerPayment): number {
  return openAfterRefund(ledger, payment, payment.amountMinor - payment.refundedMinor)
}

/** Says where the money of a refund goes, before it is made. */
export function refundDescription({ method, isTest }: Pick<LedgerPayment, 'method' | 'isTest'>): string {
  const where = isTest
    ? 'This was a test payment, so no money moves.'
    : `The money goes back to the ${method === 'paypal' ? 'PayPal account' : 'card'} it was paid with. This can take a few days.`
  return `${where} Your client gets an email about the refund.`
}

export function refundedText(
  { isTest }: Pick<LedgerPayment, 'isTest'>,
  amountMinor: number,
  format: MoneyFormat,
): string {
  const amount = formatMoney(amountMinor, format)
  return isTest
    ? `${amount} of a test payment was refunded. No money moved.`
    : `${amount} is on its way back to the client.`
}

/** Describes what undoing a payment does, and what it cannot reverse. */
export function undoText(openMinor: number, wasPaid: boolean, format: MoneyFormat): string {
  const then = openMinor > 0 ? `. ${formatMoney(openMinor, format)} will be due.` : '.'
  const receipt = wasPaid ? ' If a receipt was sent, let your client know.' : ''
  return `It stays in the list as undone and no longer counts${then}${receipt}`
}

export function standingText(
  invoice: Pick<Invoice, 'number' | 'status' | 'openMinor' | 'currency' | 'locale'>,
): string {
  const { number, status, openMinor } = invoice
  if (status === 'cancelled') return `Invoice ${number} is canceled.`
  return status === 'paid'
    ? `Invoice ${number} is paid.`
    : `${formatMoney(openMinor, invoice)} is still due on invoice ${number}.`
}
