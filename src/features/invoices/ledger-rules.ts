export interface CountedPayment {
  id: string
  amountCents: number
  /** The discount that it earned. */
  creditedCents: number
  receivedAt: Date
  undoneAt: Date | null
}

export interface CountedRefund {
  paymentId: string
  amountCents: number
  /** removed: of a test payment that was removed. */
  state: 'requested' | 'pending' | 'succeeded' | 'failed' | 'removed'
}

export interface Balance {
  /** Payments less refunds. */
  receivedCents: number
  /** The discount for paying early. There is one, however many of the payments that count have earned it. */
  creditedCents: number
  openCents: number
  overpaidCents: number
  isPaid: boolean
  /** Of the payment that reached what is owed, whichever was noted first. */
  paidAt: Date | null
}

/** A refund is money once the provider has taken it on, until it fails. */
export function isGivenBack({ state }: Pick<CountedRefund, 'state'>): boolean {
  return state === 'pending' || state === 'succeeded'
}

/** Where an invoice stands, from its ledger alone and in whatever order that was written. */
export function balanceOf(
  totalCents: number,
  payments: readonly CountedPayment[],
  refunds: readonly CountedRefund[],
): Balance {
  const counted = payments.flatMap((payment) => countedPart(payment, refunds) ?? [])
  const receivedCents = counted.reduce((sum, part) => sum + part.keptCents, 0)
  const creditedCents = counted.reduce((most, part) => Math.max(most, part.creditedCents), 0)
  const leftCents = totalCents - creditedCents - receivedCents
  const settling = leftCents <= 0 ? settlingPart(totalCents, counted) : null
  return {
    receivedCents,
    creditedCents,
    openCents: Math.max(0, leftCents),
    overpaidCents: settling ? receivedCents + creditedCents - totalCents : 0,
    isPaid: settling !== null,
    paidAt: settling?.receivedAt ?? null,
  }
}

interface CountedPart {
  id: string
  receivedAt: Date
  keptCents: number
  creditedCents: number
}

/** Null for what was undone or given back whole: such a payment settles nothing, and its discount is lost. */
function countedPart(payment: CountedPayment, refunds: readonly CountedRefund[]): CountedPart | null {
  if (payment.undoneAt) return null
  const refundedCents = refunds
    .filter((refund) => refund.paymentId === payment.id && isGivenBack(refund))
    .reduce((sum, refund) => sum + refund.amountCents, 0)
  if (refundedCents > 0 && refundedCents >= payment.amountCents) return null
  const { id, receivedAt, amountCents, creditedCents } = payment
  return { id, receivedAt, creditedCents, keptCents: amountCents - refundedCents }
}

function settlingPart(totalCents: number, counted: readonly CountedPart[]): CountedPart | null {
  let [keptCents, creditedCents] = [0, 0]
  for (const part of counted.toSorted(byTime)) {
    keptCents += part.keptCents
    creditedCents = Math.max(creditedCents, part.creditedCents)
    if (keptCents + creditedCents >= totalCents) return part
  }
  return null
}

function byTime(a: CountedPart, b: CountedPart): number {
  return a.receivedAt.getTime() - b.receivedAt.getTime() || (a.id < b.id ? -1 : 1)
}

/**
 * What of an offered discount a payment earns: the rest that it leaves of the whole, if the offer covers all of that. So
 * a payment that would not settle the invoice by itself earns none, nor does one that needs none; what else was paid,
 * and may be given back, makes no difference.
 */
export function earnedCredit(totalCents: number, amountCents: number, offeredCents: number): number {
  const restCents = totalCents - amountCents
  return restCents > 0 && restCents <= offeredCents ? restCents : 0
}
