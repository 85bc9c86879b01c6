import { Stripe } from 'stripe'
import type { DisputeFacts, RefundFacts } from '../../../src/platform/cards/card-provider.ts'
import type { AccountProblem } from '../../../src/shared/account-problems.ts'
import type { CardState } from './fake-card-state.ts'

const stripe = new Stripe('sk_test_for_tests')

/** What clients, their banks and the provider itself do, and the events that tell of it. */
export function createCardControls(state: CardState, now: () => Date, webhookSecret: string) {
  const { sessions, refunds, disputes, forgotten, nextId, sessionOf, addRefund } = state

  const newCard = () => ({
    customerId: nextId('cus'),
    paymentMethodId: nextId('pm'),
    brand: 'visa',
    last4: '4242',
    expMonth: 12,
    expYear: 2030,
  })

  /** Returns a signed delivery; `object` is what the event claims. */
  function event(type: string, object: object, { id = nextId('evt'), secret = webhookSecret, age = 0 } = {}) {
    const body = JSON.stringify({ id, object: 'event', type, data: { object } })
    const timestamp = Math.floor(Date.now() / 1000) - age
    const signature = stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp })
    return { id, body, signature }
  }

  return {
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
    setRefund(providerRefundId: string, next: RefundFacts['state']) {
      const refund = [...refunds.values()].flat().find((one) => one.providerRefundId === providerRefundId)
      if (refund) refund.state = next
    },
    /** The client's bank takes the money back, or opens the given dispute instead. */
    dispute(paymentId: string, facts: Partial<DisputeFacts> = {}): DisputeFacts {
      const dispute: DisputeFacts = {
        providerDisputeId: nextId('dp'),
        paymentId,
        currency: state.currencyOf(paymentId),
        amountMinor: state.chargedMinor(paymentId),
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
    decide(dispute: DisputeFacts, result: 'won' | 'lost') {
      Object.assign(dispute, { state: result, status: result, isClosed: true, needsResponse: false })
    },
    disputeEvent(type: 'created' | 'updated' | 'closed' | 'funds_withdrawn', { paymentId }: DisputeFacts) {
      return event(`charge.dispute.${type}`, { id: 'dp_claimed', payment_intent: paymentId })
    },
    event,
    checkoutEvent(sessionId: string, options: { id?: string; secret?: string; age?: number } = {}) {
      const { request } = sessionOf(sessionId)
      const object = { id: sessionId, mode: 'payment', client_reference_id: request.reference }
      return event('checkout.session.completed', object, options)
    },
    /** Returns a signed delivery about the charge of a saved card. */
    chargeEvent(sessionId: string) {
      const { request, facts } = sessionOf(sessionId)
      const metadata = { ...request.metadata, automatic: 'yes' }
      const type = facts.state === 'paid' ? 'succeeded' : 'payment_failed'
      return event(`payment_intent.${type}`, { id: sessionId, metadata })
    },
  }
}
