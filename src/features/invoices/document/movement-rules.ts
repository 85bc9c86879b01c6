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
  /** Negative if it lowers the amount due. */
  cents: number
}

/** Returns the rows between the total and the amount due. Added to the total, they give the amount due. */
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
  const methodName = methodNames[method]
  const what = isTest ? testLabels[kind] : kindLabels[kind]
  return `${what} ${formatDate(on)}${methodName && ` (${methodName})`}`
}

/** Returns the total paid, and a text about what went back: "$40.00 refunded", or an empty string. */
export function paidAndReturned({
  movements,
  receivedCents,
}: Pick<InvoiceDocument, 'movements' | 'receivedCents'>) {
  const sumOf = (wanted: Movement['kind']) =>
    movements.reduce((sum, { kind, amountCents }) => (kind === wanted ? sum + amountCents : sum), 0)
  const [refundedCents, disputedCents] = [sumOf('refund'), sumOf('dispute')]
  const backTexts = [
    ...(refundedCents > 0 ? [`${formatMoney(refundedCents)} refunded`] : []),
    ...(disputedCents > 0 ? [`${formatMoney(disputedCents)} disputed`] : []),
  ]
  // Documents stored before movements existed have none.
  return { paidCents: sumOf('payment') || receivedCents, backText: backTexts.join(', ') }
}

/** For a settled invoice: "$100.00 was paid on Nov 5, 2026. Of this, $40.00 refunded. Nothing is left to pay." */
export function paidSentence(
  invoice: Pick<InvoiceDocument, 'movements' | 'receivedCents' | 'paidOn'>,
  forWhat = '',
): string {
  const { paidCents, backText } = paidAndReturned(invoice)
  const when = invoice.paidOn ? ` on ${formatDate(invoice.paidOn)}` : ''
  const back = backText && ` Of this, ${backText.replace(', ', ' and ')}.`
  return `${formatMoney(paidCents)} was paid${forWhat}${when}.${back} Nothing is left to pay.`
}

const testLabels = { payment: 'Test payment', refund: 'Test refund', dispute: 'Test dispute' } as const

/** Whether the payments include a test payment. */
export function hasTestPayments({ movements }: Pick<InvoiceDocument, 'movements'>): boolean {
  return movements.some(({ kind, isTest }) => kind === 'payment' && isTest)
}

export const noMoneyMoved = 'Test payment: no money moved.'
