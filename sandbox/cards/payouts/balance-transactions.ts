import { stripeStep, toStripeAmount } from '../../../src/platform/cards/stripe-amounts.ts'
import { type SandboxScope, newId, secondsOf } from '../card-sandbox.ts'
import { findObject, insertObject } from '../object-store.ts'
import type { BalanceTransaction, Charge, Dispute, Refund } from '../sandbox-objects.ts'

const day = 86_400

/** 0.30 in currencies with decimals, 30 in those without. */
function fixedFee(currency: string): number {
  return toStripeAmount(30 * stripeStep(currency), currency)
}

/** 2.9 % and a fixed amount for a payment, and a higher fixed amount for a dispute. Refunds return no fees. */
export function feeOf({ category, amount }: Booking, code: string): number {
  const currency = code.toUpperCase()
  if (category === 'dispute') return 50 * fixedFee(currency)
  if (category !== 'charge') return 0
  const step = toStripeAmount(stripeStep(currency), currency)
  return Math.round((amount * 0.029) / step) * step + fixedFee(currency)
}

interface Booking {
  category: Exclude<BalanceTransaction['reporting_category'], 'payout'>
  amount: number
}

const types = {
  charge: 'charge',
  refund: 'refund',
  dispute: 'adjustment',
  dispute_reversal: 'adjustment',
} as const

/** Changes the balance of the account. It is paid out after midnight. */
export async function bookBalance(
  scope: SandboxScope,
  source: Charge | Refund | Dispute,
  booking: Booking,
): Promise<void> {
  const { currency } = source
  const intent = await findObject(scope, 'payment_intent', source.payment_intent)
  const created = secondsOf(scope.sandbox.now())
  const availableOn = nextMidnight(created)
  const fee = feeOf(booking, currency)
  const transaction: BalanceTransaction = {
    id: newId('txn'),
    object: 'balance_transaction',
    created,
    type: types[booking.category],
    reporting_category: booking.category,
    amount: booking.amount,
    fee,
    net: booking.amount - fee,
    currency,
    source: source.id,
    description: intent?.description ?? null,
    available_on: availableOn,
    status: 'pending',
    exchange_rate: null,
    _business: intent?.metadata['business_id'] ?? '',
  }
  await insertObject(scope, transaction, { dueAt: new Date(availableOn * 1000) })
}

export function nextMidnight(seconds: number): number {
  return (Math.floor(seconds / day) + 1) * day
}
