import { formatDate } from '../../shared/dates.ts'
import type { InvoiceDocument } from './contract.ts'

type Movement = InvoiceDocument['movements'][number]

export const methodWords = {
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
  invoice: Pick<InvoiceDocument, 'movements' | 'receivedCents' | 'creditedCents' | 'totals'>,
): MovementRow[] {
  const { movements, receivedCents, creditedCents, totals } = invoice
  const overpaidCents = receivedCents + creditedCents - totals.totalCents
  return [
    ...movements.map((movement) => ({
      label: movementLabel(movement),
      cents: movement.kind === 'payment' ? -movement.amountCents : movement.amountCents,
    })),
    ...(creditedCents > 0 ? [{ label: 'Early payment discount', cents: -creditedCents }] : []),
    ...(overpaidCents > 0 ? [{ label: 'Overpaid', cents: overpaidCents }] : []),
  ]
}

function movementLabel({ kind, on, method, isTest }: Movement): string {
  const words = methodWords[method]
  const what = isTest ? testWords[kind] : kind === 'payment' ? 'Paid' : 'Refunded'
  return `${what} ${formatDate(on)}${words && ` (${words})`}`
}

const testWords = { payment: 'Test payment', refund: 'Test refund' } as const

/** Whether a payment that moved no money is among what was paid. */
export function hasTestPayments({ movements }: Pick<InvoiceDocument, 'movements'>): boolean {
  return movements.some(({ kind, isTest }) => kind === 'payment' && isTest)
}

export const noMoneyMoved = 'Test payment: no money moved.'
