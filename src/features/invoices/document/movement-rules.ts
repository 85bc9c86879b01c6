import { formatDate } from '../../../shared/dates.ts'
import { formatMoney } from '../../../shared/money.ts'
import type { InvoiceDocument } from '../contract.ts'

type Movement = InvoiceDocument['movements'][number]

export const methodNames = {
  card: 'card',
  paypal: 'PayPal',
  demo: 'demo',
  cash: 'cash',
  transfer: 'bank transfer',
  cheque: 'check',
  other: '',
} as const satisfies Record<Movement['method'], string>

export interface MovementRow {
  label: string
  /** Negative for what lowers the amount due. */
  cents: number
}

/** What stands between the total and the amount due, and leads from one to the other. */
export function movementRows(
  invoice: Pick<InvoiceDocument, 'movements' | 'receivedCents' | 'creditedCents' | 'waivedCents' | 'totals'>,
): MovementRow[] {
  const { movements, receivedCents, creditedCents, waivedCents, totals } = invoice
  const overpaidCents = receivedCents + creditedCents - totals.totalCents
  return [
    ...movements.map((movement) => ({
      label: movementLabel(movement),
      cents: movement.kind === 'payment' ? -movement.amountCents : movement.amountCents,
    })),
    ...(creditedCents > 0 ? [{ label: 'Early payment discount', cents: -creditedCents }] : []),
    ...(waivedCents > 0 ? [{ label: 'No longer owed', cents: -waivedCents }] : []),
    ...(overpaidCents > 0 ? [{ label: 'Overpaid', cents: overpaidCents }] : []),
  ]
}

const kindLabels = { payment: 'Paid', refund: 'Refunded', dispute: 'Disputed' } as const

function movementLabel({ kind, on, method, isTest }: Movement): string {
  const words = methodNames[method]
  const what = isTest ? testText[kind] : kindLabels[kind]
  return `${what} ${formatDate(on)}${words && ` (${words})`}`
}

/** All that was paid, and in words what of it went back: "$40.00 refunded", or nothing. */
export function paidAndBack({
  movements,
  receivedCents,
}: Pick<InvoiceDocument, 'movements' | 'receivedCents'>) {
  const sumOf = (wanted: Movement['kind']) =>
    movements.reduce((sum, { kind, amountCents }) => (kind === wanted ? sum + amountCents : sum), 0)
  const [refundedCents, disputedCents] = [sumOf('refund'), sumOf('dispute')]
  const words = [
    ...(refundedCents > 0 ? [`${formatMoney(refundedCents)} refunded`] : []),
    ...(disputedCents > 0 ? [`${formatMoney(disputedCents)} disputed`] : []),
  ]
  // What was written before there were movements has none.
  return { paidCents: sumOf('payment') || receivedCents, backText: words.join(', ') }
}

/** Of a settled invoice: "$100.00 was paid on Nov 5, 2026. Of this, $40.00 refunded. Nothing is left to pay." */
export function paidSentence(
  invoice: Pick<InvoiceDocument, 'movements' | 'receivedCents' | 'paidOn'>,
  forWhat = '',
): string {
  const { paidCents, backText } = paidAndBack(invoice)
  const when = invoice.paidOn ? ` on ${formatDate(invoice.paidOn)}` : ''
  const back = backText && ` Of this, ${backText.replace(', ', ' and ')}.`
  return `${formatMoney(paidCents)} was paid${forWhat}${when}.${back} Nothing is left to pay.`
}

const testText = { payment: 'Test payment', refund: 'Test refund', dispute: 'Test dispute' } as const

/** Whether a payment that moved no money is among what was paid. */
export function hasTestPayments({ movements }: Pick<InvoiceDocument, 'movements'>): boolean {
  return movements.some(({ kind, isTest }) => kind === 'payment' && isTest)
}

export const noMoneyMoved = 'Test payment: no money moved.'
