export interface CountedPayment {
  id: string
  amountCents: number
  creditedCents: number
  receivedAt: Date
  undoneAt: Date | null
}

export interface CountedRefund {
  paymentId: string
  amountCents: number
  /** `removed`: it belongs to a test payment that was removed. */
  state: 'requested' | 'pending' | 'succeeded' | 'failed' | 'removed'
  stillOwed: boolean
}

export interface CountedDispute {
  paymentId: string
  amountCents: number
  state: 'inquiry' | 'open' | 'won' | 'lost' | 'removed'
  stillOwed: boolean
}

export interface Balance {
  /** Payments minus refunds and minus disputes that are open or lost. */
  receivedCents: number
  /** The early payment discount. It counts once, even if several payments earned it. */
  creditedCents: number
  /** The amount that went back and is no longer owed. It does not include returned overpayments. */
  waivedCents: number
  openCents: number
  overpaidCents: number
  isPaid: boolean
  /** When the payment that settled the invoice was received, in whatever order payments were recorded. */
  paidAt: Date | null
  /** The client disputes a payment with their bank and the bank has not decided yet. */
  isDisputed: boolean
}

/** Whether a refund counts: from when the provider accepts it, unless it fails. In SQL: platform.is_given_back(). */
export function countsAsRefunded({ state }: Pick<CountedRefund, 'state'>): boolean {
  return state === 'pending' || state === 'succeeded'
}

/** Whether the bank has taken the money: from opening until it is won. In SQL: platform.is_taken_back(). */
export function countsAsDisputed({ state }: Pick<CountedDispute, 'state'>): boolean {
  return state === 'open' || state === 'lost'
}

/** Calculates the balance of an invoice from its ledger. The order of the entries does not matter. */
export function balanceOf(
  totalCents: number,
  payments: readonly CountedPayment[],
  refunds: readonly CountedRefund[],
  disputes: readonly CountedDispute[] = [],
): Balance {
  const returned = [...refunds.filter(countsAsRefunded), ...disputes.filter(countsAsDisputed)]
  const counted = payments.flatMap((payment) => countedPart(payment, returned) ?? [])
  const receivedCents = counted.reduce((sum, part) => sum + part.keptCents, 0)
  const creditedCents = counted.reduce((max, part) => Math.max(max, part.creditedCents), 0)
  const notOwedCents = counted.reduce((sum, part) => sum + part.notOwedCents, 0)
  const paidCents = payments.reduce((sum, { amountCents, undoneAt }) => sum + (undoneAt ? 0 : amountCents), 0)
  // Returning an overpayment waives nothing.
  const excessCents = Math.max(0, paidCents + creditedCents - totalCents)
  const waivedCents = Math.max(0, notOwedCents - excessCents)
  const leftCents = totalCents - creditedCents - receivedCents - waivedCents
  const settling = leftCents <= 0 ? settlingPart(totalCents, counted) : null
  return {
    receivedCents,
    creditedCents,
    waivedCents,
    openCents: Math.max(0, leftCents),
    overpaidCents: settling ? Math.max(0, receivedCents + creditedCents - totalCents) : 0,
    isPaid: settling !== null,
    paidAt: settling?.receivedAt ?? null,
    isDisputed: disputes.some(({ state }) => state === 'open'),
  }
}

interface CountedPart {
  id: string
  receivedAt: Date
  /** The part of the payment that is kept, and the part that went back and is not owed again. */
  keptCents: number
  notOwedCents: number
  creditedCents: number
}

/** What counts of a payment. Null if undone, or if all of it is owed again: then its discount is lost. */
function countedPart(
  payment: CountedPayment,
  returned: readonly { paymentId: string; amountCents: number; stillOwed: boolean }[],
): CountedPart | null {
  if (payment.undoneAt) return null
  const { id, receivedAt, amountCents, creditedCents } = payment
  const own = returned.filter(({ paymentId }) => paymentId === id)
  const sumOf = (list: typeof own) => list.reduce((sum, one) => sum + one.amountCents, 0)
  const owedCents = sumOf(own.filter(({ stillOwed }) => stillOwed))
  if (owedCents > 0 && owedCents >= amountCents) return null
  // A bank may take back the full amount although a part was refunded before.
  const returnedCents = Math.min(amountCents, sumOf(own))
  const notOwedCents = returnedCents - owedCents
  return { id, receivedAt, keptCents: amountCents - returnedCents, notOwedCents, creditedCents }
}

function settlingPart(totalCents: number, counted: readonly CountedPart[]): CountedPart | null {
  let [settledCents, creditedCents] = [0, 0]
  for (const part of counted.toSorted(byTime)) {
    settledCents += part.keptCents + part.notOwedCents
    creditedCents = Math.max(creditedCents, part.creditedCents)
    if (settledCents + creditedCents >= totalCents) return part
  }
  return null
}

function byTime(a: CountedPart, b: CountedPart): number {
  return a.receivedAt.getTime() - b.receivedAt.getTime() || (a.id < b.id ? -1 : 1)
}

/**
 * Returns the part of an offered discount that a payment earns: the rest of the total, if the discount covers
 * it. A payment that alone would not settle the invoice earns none. Other payments make no difference,
 * because they may be refunded.
 */
export function earnedCredit(totalCents: number, amountCents: number, offeredCents: number): number {
  const restCents = totalCents - amountCents
  return restCents > 0 && restCents <= offeredCents ? restCents : 0
}
