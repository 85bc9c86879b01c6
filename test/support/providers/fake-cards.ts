import type { StripeKeys } from '../../../src/features/integrations/own-accounts.ts'
import { type CardProvider, CardProviderError } from '../../../src/platform/cards/card-provider.ts'
import { createStripeWebhooks } from '../../../src/platform/cards/stripe-webhooks.ts'
import { createCardControls } from './fake-card-controls.ts'
import { createCardState } from './fake-card-state.ts'

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
  const state = createCardState(now)
  const { calls, sessions, refunds, disputes, payouts, forgotten, nextId, sessionOf } = state
  const { answer, assertKnown, addRefund, charge } = state

  const provider: CardProvider = {
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
        return answer('remove', () => void state.removedCards.add(paymentMethodId))
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
  return Object.assign(state, createCardControls(state, now, webhookSecret), { provider })
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
