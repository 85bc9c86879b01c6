import { randomBytes } from 'node:crypto'
import { Stripe } from 'stripe'
import type { StripeKeys } from '../../../src/features/integrations/own-accounts.ts'
import {
  type CardProvider,
  type CheckoutFacts,
  type ChargeRequest,
  type CheckoutRequest,
  type DisputeFacts,
  type PayoutEntryFacts,
  type PayoutFacts,
  type RefundFacts,
  type RefundRequest,
  CardProviderError,
} from '../../../src/platform/cards/card-provider.ts'
import { createStripeWebhooks } from '../../../src/platform/cards/stripe-webhooks.ts'
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

const stripe = new Stripe('sk_test_for_tests')

const notHere = () => {
  throw new Error('only payments are played here')
}

const refuseKey = async (): Promise<never> => {
  throw new CardProviderError('refused', 'Invalid API Key provided', { isWrongKey: true })
}

/**
 * Creates a card provider in memory. It honours idempotency keys, counts the calls, and fails, loses
 * responses or delays them on demand. Its events are signed and verified like the real one's.
 */
export function createFakeCards({
  isLive = false,
  now = () => new Date(),
  webhookSecret = 'whsec_for_tests',
} = {}) {
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

  const newCard = () => ({
    customerId: nextId('cus'),
    paymentMethodId: nextId('pm'),
    brand: 'visa',
    last4: '4242',
    expMonth: 12,
    expYear: 2030,
  })

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

  const fake = {
    calls,
    sessions,
    refunds,
    disputes,
    payouts,
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
    pay(sessionId: string, amountMinor = sessionOf(sessionId).request.amountMinor, currency?: string) {
      const session = sessionOf(sessionId)
      const { reference } = session.request
      const paymentId = nextId('pi')
      session.facts = {
        state: 'paid',
        reference,
        paymentId,
        currency: currency ?? session.request.currency,
        amountMinor,
        paidAt: now(),
        ...(session.request.savesCard && { savedCard: newCard() }),
      }
      return paymentId
    },
    set(
      sessionId: string,
      facts:
        | { state: 'open'; declined: string | null }
        | { state: 'expired'; declined: string | null; problem?: AccountProblem }
        | { state: 'processing'; problem?: AccountProblem }
        | { state: 'unknown'; unknownStatus: string },
    ) {
      const session = sessionOf(sessionId)
      session.facts = { ...facts, reference: session.request.reference }
    },
    /** Makes idempotency keys expire, as after a day: the same call then creates another object. */
    forgetReferences() {
      for (const { id } of sessions.values()) forgotten.add(id)
      for (const { providerRefundId } of [...refunds.values()].flat()) forgotten.add(providerRefundId)
    },
    /** Refunds in the provider's dashboard. */
    refundElsewhere: (paymentId: string, amountMinor: number) => addRefund(paymentId, amountMinor, null),
    setRefund(providerRefundId: string, state: RefundFacts['state']) {
      const refund = [...refunds.values()].flat().find((one) => one.providerRefundId === providerRefundId)
      if (refund) refund.state = state
    },
    /** The client's bank takes the money back, or opens the given dispute instead. */
    dispute(paymentId: string, facts: Partial<DisputeFacts> = {}): DisputeFacts {
      const dispute: DisputeFacts = {
        providerDisputeId: nextId('dp'),
        paymentId,
        currency: fake.currencyOf(paymentId),
        amountMinor: fake.chargedMinor(paymentId),
        reason: 'fraudulent',
        status: 'needs_response',
        state: 'open',
        isClosed: false,
        needsResponse: true,
        evidenceDueAt: new Date(now().getTime() + 7 * 86_400_000),
        openedAt: now(),
        url: 'https://cards.example/disputes/1',
        ...facts,
      }
      disputes.push(dispute)
      return dispute
    },
    decide(dispute: DisputeFacts, state: 'won' | 'lost') {
      Object.assign(dispute, { state, status: state, isClosed: true, needsResponse: false })
    },
    disputeEvent(type: 'created' | 'updated' | 'closed' | 'funds_withdrawn', { paymentId }: DisputeFacts) {
      return fake.event(`charge.dispute.${type}`, { id: 'dp_claimed', payment_intent: paymentId })
    },
    /** Returns a signed delivery; `object` is what the event claims. */
    event(type: string, object: object, { id = nextId('evt'), secret = webhookSecret, age = 0 } = {}) {
      const body = JSON.stringify({ id, object: 'event', type, data: { object } })
      const timestamp = Math.floor(Date.now() / 1000) - age
      const signature = stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp })
      return { id, body, signature }
    },
    checkoutEvent(sessionId: string, options: { id?: string; secret?: string; age?: number } = {}) {
      const { request } = sessionOf(sessionId)
      const object = { id: sessionId, mode: 'payment', client_reference_id: request.reference }
      return fake.event('checkout.session.completed', object, options)
    },
    /** Returns a signed delivery about the charge of a saved card. */
    chargeEvent(sessionId: string) {
      const { request, facts } = sessionOf(sessionId)
      const metadata = { ...request.metadata, automatic: 'yes' }
      const type = facts.state === 'paid' ? 'succeeded' : 'payment_failed'
      return fake.event(`payment_intent.${type}`, { id: sessionId, metadata })
    },
    provider: {} as CardProvider,
  }

  fake.provider = {
    isLive,
    account: { check: notHere },
    webhooks: createStripeWebhooks(webhookSecret),
    checkouts: {
      create(request) {
        calls.create.push(request)
        return answer('create', () => {
          const known = [...sessions.values()].find(
            (one) => one.request.reference === request.reference && !forgotten.has(one.id),
          )
          const id = known?.id ?? nextId('cs')
          const session = known ?? {
            id,
            url: `https://cards.example/pay/${id}`,
            request,
            facts: { state: 'open' as const, reference: request.reference, declined: null },
          }
          sessions.set(id, session)
          return { sessionId: id, url: session.url }
        })
      },
      read(sessionId) {
        calls.read.push(sessionId)
        return answer('read', () => sessionOf(sessionId).facts)
      },
      expire(sessionId) {
        calls.expire.push(sessionId)
        return answer('expire', () => {
          const session = sessionOf(sessionId)
          if (session.facts.state === 'open') session.facts = { ...session.facts, state: 'expired' }
          return session.facts
        })
      },
    },
    savedCards: {
      charge(request) {
        calls.charge.push(request)
        return answer('charge', () => {
          const { id, facts } = charge(request)
          return { sessionId: id, facts }
        })
      },
      find({ reference }) {
        calls.find.push(reference)
        return answer(
          'find',
          () => [...sessions.values()].find(({ request }) => request.reference === reference)?.id ?? null,
        )
      },
      remove({ paymentMethodId }) {
        calls.remove.push(paymentMethodId)
        return answer('remove', () => void fake.removedCards.add(paymentMethodId))
      },
    },
    refunds: {
      create(request) {
        calls.refund.push(request)
        return answer('refund', () => {
          const { reference, paymentId, amountMinor } = request
          const known = refunds
            .get(paymentId)
            ?.find((one) => one.reference === reference && !forgotten.has(one.providerRefundId))
          return { ...(known ?? addRefund(paymentId, amountMinor, reference)) }
        })
      },
      list(paymentId) {
        calls.listRefunds.push(paymentId)
        return answer('listRefunds', () => {
          assertKnown(paymentId)
          return (refunds.get(paymentId) ?? []).map((one) => ({ ...one }))
        })
      },
    },
    disputes: {
      list(paymentId) {
        calls.listDisputes.push(paymentId)
        return answer('listDisputes', () => {
          assertKnown(paymentId)
          return disputes.filter((one) => one.paymentId === paymentId).map((one) => ({ ...one }))
        })
      },
      listSince(moment) {
        calls.listDisputes.push(moment)
        return answer('listDisputes', () =>
          disputes.filter(({ openedAt }) => openedAt >= moment).map((one) => ({ ...one })),
        )
      },
    },
    payouts: {
      listSince(moment) {
        calls.listPayouts.push(moment)
        return answer('listPayouts', () =>
          payouts.map(({ payout }) => payout).filter(({ createdAt }) => createdAt >= moment),
        )
      },
      entries: ({ providerPayoutId }) =>
        answer('listPayouts', () => {
          const found = payouts.find(({ payout }) => payout.providerPayoutId === providerPayoutId)
          return found?.entries ?? []
        }),
    },
    billing: {
      createCustomer: notHere,
      startSubscription: notHere,
      endCheckout: notHere,
      listSubscriptions: notHere,
      sumPayments: notHere,
      cancelNow: notHere,
      openPortal: notHere,
    },
  }
  return fake
}

/** Connects each key to an account. An unknown key is rejected. */
export function connectFakes(accounts: Record<string, FakeCards>) {
  return ({ secretKey }: StripeKeys): CardProvider =>
    accounts[secretKey]?.provider ?? {
      ...createFakeCards().provider,
      checkouts: { create: refuseKey, read: refuseKey, expire: refuseKey },
      savedCards: { charge: refuseKey, find: refuseKey, remove: refuseKey },
      refunds: { create: refuseKey, list: refuseKey },
      disputes: { list: refuseKey, listSince: refuseKey },
    }
}

export type FakeCards = ReturnType<typeof createFakeCards>
