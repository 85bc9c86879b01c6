export interface CountedPayment {
  id: string
  amountMinor: number
  creditedMinor: number
  receivedAt: Date
  undoneAt: Date | null
}

export interface CountedRefund {
  paymentId: string
  amountMinor: number
  /** `removed`: it belongs to a test payment that was removed. */
  state: 'requested' | 'pending' | 'succeeded' | 'failed' | 'removed'
  stillOwed: boolean
}

export interface CountedDispute {
  paymentId: string
  amountMinor: number
  state: 'inquiry' | 'open' | 'won' | 'lost' | 'removed'
  stillOwed: boolean
}

export interface Balance {
  /** Payments minus refunds and minus disputes that are open or lost. */
  receivedMinor: number
  /** The early payment discount. It counts once, even if several payments earned it. */
  creditedMinor: number
  /** The amount that went back and is no longer owed. It does not include returned overpayments. */
  waivedMinor: number
  openMinor: number
  overpaidMinor: number
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

/**
 * Calculates the balance of an invoice from its ledger. The order of the entries does not matter. `askedMinor` is what the
 * invoice asks for: its total less its credit notes.
 */
export function balanceOf(
  askedMinor: number,
  payments: readonly CountedPayment[],
  refunds: readonly CountedRefund[],
  disputes: readonly CountedDispute[] = [],
): Balance {
  const returned = [...refunds.filter(countsAsRefunded), ...disputes.filter(countsAsDisputed)]
  const counted = payments.flatMap((payment) => countedPart(payment, returned) ?? [])
  const receivedMinor = counted.reduce((sum, part) => sum + part.keptMinor, 0)
  const creditedMinor = counted.reduce((max, part) => Math.max(max, part.creditedMinor), 0)
  const notOwedMinor = counted.reduce((sum, part) => sum + part.notOwedMinor, 0)
  const paidMinor = payments.reduce((sum, { amountMinor, undoneAt }) => sum + (undoneAt ? 0 : amountMinor), 0)
  // Returning an overpayment waives nothing.
  const excessMinor = Math.max(0, paidMinor + creditedMinor - askedMinor)
  const waivedMinor = Math.max(0, notOwedMinor - excessMinor)
  const leftMinor = askedMinor - creditedMinor - receivedMinor - waivedMinor
  const settling = leftMinor <= 0 ? settlingPart(askedMinor, counted) : null
  return {
    receivedMinor,
    creditedMinor,
    waivedMinor,
    openMinor: Math.max(0, leftMinor),
    overpaidMinor: settling ? Math.max(0, receivedMinor + creditedMinor - askedMinor) : 0,
    isPaid: settling !== null,
    paidAt: settling?.receivedAt ?? null,
    isDisputed: disputes.some(({ state }) => state === 'open'),
  }
}

interface CountedPart {
  id: string
  receivedAt: Date
  /** The part of the payment that is kept, and the part that went back and is not owed again. */
  keptMinor: number
  notOwedMinor: number
  creditedMinor: number
}

/** What counts of a payment. Null if undone, or if all of it is owed again: then its discount is lost. */
function countedPart(
  payment: CountedPayment,
  returned: readonly { paymentId: string; amountMinor: number; stillOwed: boolean }[],
): CountedPart | null {
  if (payment.undoneAt) return null
  const { id, receivedAt, amountMinor, creditedMinor } = payment
  const own = returned.filter(({ paymentId }) => paymentId === id)
  const sumOf = (list: typeof own) => list.reduce((sum, one) => sum + one.amountMinor, 0)
  const owedMinor = sumOf(own.filter(({ stillOwed }) => stillOwed))
  if (owedMinor > 0 && owedMinor >= amountMinor) return null
  // A bank may take back the full amount although a part was refunded before.
  const returnedMinor = Math.min(amountMinor, sumOf(own))
  const notOwedMinor = returnedMinor - owedMinor
  return { id, receivedAt, keptMinor: amountMinor - returnedMinor, notOwedMinor, creditedMinor }
}

function settlingPart(askedMinor: number, counted: readonly CountedPart[]): CountedPart | null {
  let [settledMinor, creditedMinor] = [0, 0]
  for (const part of counted.toSorted(byTime)) {
    settledMinor += part.keptMinor + part.notOwedMinor
    creditedMinor = Math.max(creditedMinor, part.creditedMinor)
    if (settledMinor + creditedMinor >= askedMinor) return part
  }
  return null
}

function byTime(a: CountedPart, b: CountedPart): number {
  return a.receivedAt.getTime() - b.receivedAt.getTime() || (a.id < b.id ? -1 : 1)
}

/** Returns the status that follows from the balance. It is cancelled if credit notes cover it and no money is kept. */
export function statusOf(
  { totalMinor, creditNotesMinor }: { totalMinor: number; creditNotesMinor: number },
  { isPaid, receivedMinor }: Pick<Balance, 'isPaid' | 'receivedMinor'>,
): 'pending' | 'paid' | 'cancelled' {
  if (creditNotesMinor > 0 && creditNotesMinor === totalMinor && receivedMinor === 0) return 'cancelled'
  return isPaid ? 'paid' : 'pending'
}

/**
 * Returns the part of an offered discount that a payment earns: the rest of what is asked, if the discount covers
 * it. A payment that alone would not settle the invoice earns none. Other payments make no difference,
 * because they may be refunded.
 */
export function earnedCredit(askedMinor: number, amountMinor: number, offeredMinor: number): number {
  const restMinor = askedMinor - amountMinor
  return restMinor > 0 && restMinor <= offeredMinor ? restMinor : 0
}
