import { inArray } from 'drizzle-orm'
import { disputes, refunds } from '../../../platform/db/tables/payments.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { countsAsDisputed } from '../../invoices/document/ledger-rules.ts'
import { divideInOrder } from '../checkout/divide-rules.ts'
import type { PaymentRow } from './lock-payments.ts'

type Refund = typeof refunds.$inferSelect
type Dispute = typeof disputes.$inferSelect

export interface Returned {
  refunds: readonly Refund[]
  disputes: readonly Dispute[]
}

/** Reads what went back of these payments. */
export async function readReturned({ db }: Transaction, payments: readonly PaymentRow[]): Promise<Returned> {
  const ids = payments.map(({ id }) => id)
  return {
    refunds: await db.select().from(refunds).where(inArray(refunds.paymentId, ids)),
    disputes: await db.select().from(disputes).where(inArray(disputes.paymentId, ids)),
  }
}

/**
 * Divides a refund that was made in the provider's dashboard over the payments that were one there, in their order. What a
 * refund without an answer has reserved is used only if nothing else is left.
 */
export function divideRefund(
  amountMinor: number,
  payments: readonly PaymentRow[],
  returned: Returned,
): number[] {
  const standing = returned.refunds.filter(({ state }) => state !== 'failed')
  const accepted = standing.filter(({ providerRefundId }) => providerRefundId !== null)
  const disputed = returned.disputes.filter(countsAsDisputed)
  return divideInOrder(
    amountMinor,
    roomIn(payments, [...standing, ...disputed]),
    roomIn(payments, [...accepted, ...disputed]),
    roomIn(payments, accepted),
  )
}

/** The same for a dispute. `known` is what it took from each payment until now. */
export function divideDispute(
  amountMinor: number,
  payments: readonly PaymentRow[],
  returned: Returned,
  known: readonly Dispute[],
): number[] {
  const others = returned.disputes.filter((dispute) => countsAsDisputed(dispute) && !known.includes(dispute))
  const standing = returned.refunds.filter(({ state }) => state !== 'failed')
  return divideInOrder(
    amountMinor,
    payments.map(({ id }) => known.find(({ paymentId }) => paymentId === id)?.amountMinor ?? 0),
    roomIn(payments, [...standing, ...others]),
    roomIn(payments, others),
    roomIn(payments, []),
  )
}

/** What is left of each payment. */
function roomIn(
  payments: readonly PaymentRow[],
  taken: readonly { paymentId: string; amountMinor: number }[],
): number[] {
  return payments.map(({ id, amountMinor }) =>
    taken.reduce((left, one) => (one.paymentId === id ? left - one.amountMinor : left), amountMinor),
  )
}
