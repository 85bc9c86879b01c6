import { randomBytes } from 'node:crypto'
import {
  type ChargeRequest,
  type CheckoutFacts,
  type CheckoutRequest,
  type DisputeFacts,
  type PayoutEntryFacts,
  type PayoutFacts,
  type RefundFacts,
  type RefundRequest,
  CardProviderError,
} from '../../../src/platform/cards/card-provider.ts'
import type { AccountProblem } from '../../../src/shared/account-problems.ts'

interface FakeSession {
  id: string
  url: string | null
  request: CheckoutRequest
  facts: CheckoutFacts
}

interface Calls {
  create: CheckoutRequest[]
  charge: ChargeRequest[]
  find: string[]
  remove: string[]
  read: string[]
  expire: string[]
  refund: RefundRequest[]
  listRefunds: string[]
  listDisputes: (string | Date)[]
  listPayouts: Date[]
}

interface Failure {
  kind: CardProviderError['kind']
  only?: keyof Calls
  signs?: { isMissing?: boolean; isWrongKey?: boolean; isForbidden?: boolean; problem?: AccountProblem }
}

/** What a card provider in memory knows, and what it does on demand. */
export function createCardState(now: () => Date) {
  const run = randomBytes(4).toString('hex')
  const sessions = new Map<string, FakeSession>()
  const refunds = new Map<string, (RefundFacts & { paymentId: string })[]>()
  const disputes: DisputeFacts[] = []
  const payouts: { payout: PayoutFacts; entries: PayoutEntryFacts[] }[] = []
  /** What it would create again for the same idempotency key. */
  const forgotten = new Set<string>()
  let count = 0
  // Counted up, so that a run can be repeated, and different from those of any other provider.
  const nextId = (kind: string) => `${kind}_${run}_${String((count += 1)).padStart(4, '0')}`
  const calls: Calls = {
    create: [],
    charge: [],
    find: [],
    remove: [],
    read: [],
    expire: [],
    refund: [],
    listRefunds: [],
    listDisputes: [],
    listPayouts: [],
  }

  function sessionOf(id: string): FakeSession {
    const session = sessions.get(id)
    if (!session)
      throw new CardProviderError('refused', `No such checkout.session: '${id}'`, { isMissing: true })
    return session
  }

  function assertKnown(paymentId: string): void {
    if (!fake.isOtherAccount) return
    throw new CardProviderError('refused', `No such payment_intent: '${paymentId}'`, { isMissing: true })
  }

  function addRefund(paymentId: string, amountMinor: number, reference: string | null) {
    assertKnown(paymentId)
    const all = refunds.get(paymentId) ?? []
    const taken = all.reduce((sum, one) => (one.state === 'failed' ? sum : sum + one.amountMinor), 0)
    if (disputes.some((one) => one.paymentId === paymentId && one.state === 'open')) {
      throw new CardProviderError('refused', 'This charge is disputed.')
    }
    if (amountMinor + taken > fake.chargedMinor(paymentId)) {
      throw new CardProviderError('refused', 'This charge has been refunded already.')
    }
    const state = fake.refundState
    const currency = fake.currencyOf(paymentId)
    const refund = { providerRefundId: nextId('re'), paymentId, reference, currency, amountMinor, state }
    refunds.set(paymentId, [...all, refund])
    return refund
  }

  function charge(request: ChargeRequest): FakeSession {
    const known = [...sessions.values()].find(
      (one) => one.request.reference === request.reference && !forgotten.has(one.id),
    )
    if (known) return known
    if (fake.removedCards.has(request.savedCard.paymentMethodId)) {
      throw new CardProviderError('refused', 'No such payment_method', { isMissing: true })
    }
    const { reference, currency, amountMinor } = request
    const id = nextId('pi')
    const facts: CheckoutFacts =
      fake.declines === null
        ? { state: 'paid', reference, paymentId: id, currency, amountMinor, paidAt: now() }
        : { state: 'expired', reference, declined: fake.declines }
    const session = { id, url: null, request, facts }
    sessions.set(id, session)
    return session
  }

  async function answer<T>(name: keyof Calls, work: () => T): Promise<T> {
    // Like a real provider, it does not respond synchronously.
    await new Promise((resolve) => setImmediate(resolve))
    const { failure } = fake
    if (failure && (failure.only ?? name) === name) {
      throw new CardProviderError(failure.kind, `${name} failed`, failure.signs)
    }
    const result = work()
    await fake.beforeAnswer?.(name)
    if (fake.losesAnswerTo === name) {
      throw new CardProviderError('unreachable', `the answer to ${name} is lost`)
    }
    return result
  }

  const fake = {
    calls,
    sessions,
    refunds,
    disputes,
    payouts,
    forgotten,
    /** Thrown instead of a response: to every call, or to the named one. */
    failure: null as Failure | null,
    /** The provider handles this call, but its response is lost. */
    losesAnswerTo: null as keyof Calls | null,
    /** Awaited before a response is sent. The response is from before. */
    beforeAnswer: undefined as ((name: keyof Calls) => Promise<void>) | undefined,
    /** It knows none of the payments, as if they belonged to another account. */
    isOtherAccount: false,
    /** Why saved cards are declined; null if they are charged. */
    declines: null as string | null,
    /** Cards that were removed. */
    removedCards: new Set<string>(),
    /** The state of new refunds. */
    refundState: 'succeeded' as RefundFacts['state'],

    nextId,
    sessionOf,
    chargedMinor(paymentId: string): number {
      const paid = [...sessions.values()].map(({ facts }) => facts)
      const found = paid.find((facts) => facts.state === 'paid' && facts.paymentId === paymentId)
      return found?.state === 'paid' ? found.amountMinor : 0
    },
    currencyOf(paymentId: string): string {
      const facts = [...sessions.values()].map((session) => session.facts)
      const found = facts.find((one) => one.state === 'paid' && one.paymentId === paymentId)
      return found?.state === 'paid' ? found.currency : 'USD'
    },
    answer,
    assertKnown,
    addRefund,
    charge,
  }
  return fake
}

export type CardState = ReturnType<typeof createCardState>
