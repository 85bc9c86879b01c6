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
  /** Whether the client owes it again. */
  stillOwed: boolean
}

export interface CountedDispute {
  paymentId: string
  amountCents: number
  state: 'inquiry' | 'open' | 'won' | 'lost' | 'removed'
  stillOwed: boolean
}

export interface Balance {
  /** Payments less refunds and less disputes that are open or lost. */
  receivedCents: number
  /** The discount for paying early. There is one, however many of the payments that count have earned it. */
  creditedCents: number
  /** What went back and is not owed any more. Money that nobody owed in the first place is not part of it. */
  waivedCents: number
  openCents: number
  overpaidCents: number
  isPaid: boolean
  /** Of the payment that reached what is owed, whichever was noted first. */
  paidAt: Date | null
  /** The client disputes a payment with their bank, which has not decided yet. */
  isDisputed: boolean
}

/** A refund is money once the provider has taken it on, until it fails. */
export function isGivenBack({ state }: Pick<CountedRefund, 'state'>): boolean {
  return state === 'pending' || state === 'succeeded'
}

/** The provider withdraws the money when a dispute opens, and gives it back when it is won. */
export function isTakenBack({ state }: Pick<CountedDispute, 'state'>): boolean {
  return state === 'open' || state === 'lost'
}

/** Where an invoice stands, from its ledger alone and in whatever order that was written. */
export function balanceOf(
  totalCents: number,
  payments: readonly CountedPayment[],
  refunds: readonly CountedRefund[],
  disputes: readonly CountedDispute[] = [],
): Balance {
  const back = [...refunds.filter(isGivenBack), ...disputes.filter(isTakenBack)]
  const counted = payments.flatMap((payment) => countedPart(payment, back) ?? [])
  const receivedCents = counted.reduce((sum, part) => sum + part.keptCents, 0)
  const creditedCents = counted.reduce((most, part) => Math.max(most, part.creditedCents), 0)
  const notOwedCents = counted.reduce((sum, part) => sum + part.notOwedCents, 0)
  const paidCents = payments.reduce((sum, { amountCents, undoneAt }) => sum + (undoneAt ? 0 : amountCents), 0)
  // To give back what was paid too much waives nothing.
  const tooMuchCents = Math.max(0, paidCents + creditedCents - totalCents)
  const waivedCents = Math.max(0, notOwedCents - tooMuchCents)
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
  /** What of it is still here, and what went back without being owed again. */
  keptCents: number
  notOwedCents: number
  creditedCents: number
}

/** Null for what was undone, or went back whole and is owed again: it settles nothing, and its discount is lost. */
function countedPart(
  payment: CountedPayment,
  back: readonly { paymentId: string; amountCents: number; stillOwed: boolean }[],
): CountedPart | null {
  if (payment.undoneAt) return null
  const { id, receivedAt, amountCents, creditedCents } = payment
  const own = back.filter(({ paymentId }) => paymentId === id)
  const sumOf = (list: typeof own) => list.reduce((sum, one) => sum + one.amountCents, 0)
  const owedCents = sumOf(own.filter(({ stillOwed }) => stillOwed))
  if (owedCents > 0 && owedCents >= amountCents) return null
  // A bank may take back the whole although a part was refunded before.
  const backCents = Math.min(amountCents, sumOf(own))
  const notOwedCents = backCents - owedCents
  return { id, receivedAt, keptCents: amountCents - backCents, notOwedCents, creditedCents }
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
 * What of an offered discount a payment earns: the rest that it leaves of the whole, if the offer covers all of that. So
 * a payment that would not settle the invoice by itself earns none, nor does one that needs none; what else was paid,
 * and may be given back, makes no difference.
 */
export function earnedCredit(totalCents: number, amountCents: number, offeredCents: number): number {
  const restCents = totalCents - amountCents
  return restCents > 0 && restCents <= offeredCents ? restCents : 0
}
