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

/** Divides a refund that was made in the provider's dashboard over the payments that were one there, in their order. */
export function divideRefund(
  amountMinor: number,
  payments: readonly PaymentRow[],
  returned: Returned,
): number[] {
  return divideInOrder(amountMinor, ...roomsOf(payments, returned))
}

/** The same for a dispute. `known` is what it took from each payment until now. */
export function divideDispute(
  amountMinor: number,
  payments: readonly PaymentRow[],
  { refunds: made, disputes: all }: Returned,
  known: readonly Dispute[],
): number[] {
  const others = all.filter((dispute) => !known.includes(dispute))
  const taken = payments.map(({ id }) => known.find(({ paymentId }) => paymentId === id)?.amountMinor ?? 0)
  return divideInOrder(amountMinor, taken, ...roomsOf(payments, { refunds: made, disputes: others }))
}

/**
 * What is left of each payment: first beside everything, then beside less and less of it. A provider returns at most what
 * was paid, so if something does not fit beside an open dispute, that was won meanwhile. Next, a refund that was requested and has
 * no answer yet has to give way, because the provider will refuse it.
 */
function roomsOf(payments: readonly PaymentRow[], { refunds: made, disputes: all }: Returned): number[][] {
  const standing = made.filter(({ state }) => state !== 'failed')
  const accepted = standing.filter(({ providerRefundId }) => providerRefundId !== null)
  const taken = all.filter(countsAsDisputed)
  const lost = taken.filter(({ state }) => state === 'lost')
  return [[...standing, ...taken], [...standing, ...lost], [...accepted, ...lost], accepted, []].map((some) =>
    roomIn(payments, some),
  )
}

/** What is left of each payment beside these. */
function roomIn(
  payments: readonly PaymentRow[],
  taken: readonly { paymentId: string; amountMinor: number }[],
): number[] {
  return payments.map(({ id, amountMinor }) =>
    taken.reduce((left, one) => (one.paymentId === id ? left - one.amountMinor : left), amountMinor),
  )
}
