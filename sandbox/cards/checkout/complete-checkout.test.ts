import type { Stripe } from 'stripe'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestSandbox, createTestSandbox } from '../../../test/support/providers/card-sandbox.ts'
import { secondsOf } from '../card-sandbox.ts'
import type { CardInput } from '../payments/payment-methods.ts'
import type { PaymentMethod } from '../sandbox-objects.ts'
import { expireDueSessions } from './checkout-sessions.ts'
import { answerConfirmation, readCheckout, submitCard } from './complete-checkout.ts'

let sandbox: TestSandbox
let stripe: Stripe
const start = new Date('2026-11-15T12:00:00Z')
let now = start

beforeAll(async () => {
  sandbox = await createTestSandbox({ now: () => now })
  stripe = sandbox.stripe
})
beforeEach(() => {
  now = start
})
afterAll(() => sandbox.close())

const cardThat = (outcome: PaymentMethod['_outcome']): CardInput => ({
  outcome,
  brand: 'visa',
  last4: '4242',
  expMonth: 12,
  expYear: 2040,
})
const good = cardThat('succeeds')

const request = {
  mode: 'payment',
  line_items: [
    {
      quantity: 2,
      price_data: { currency: 'usd', unit_amount: 5000, product_data: { name: 'Invoice INV-1' } },
    },
  ],
  customer_email: 'client@example.com',
  client_reference_id: 'ref-1',
  metadata: { invoice: '1' },
  payment_intent_data: { description: 'Invoice INV-1', metadata: { invoice: '1' } },
  success_url: 'http://localhost:3000/done?session_id={CHECKOUT_SESSION_ID}',
  cancel_url: 'http://localhost:3000/back',
} as const

const open = (more: Partial<Stripe.Checkout.SessionCreateParams> = {}) =>
  stripe.checkout.sessions.create({ ...request, ...more } as Stripe.Checkout.SessionCreateParams)
const read = (id: string) =>
  stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent.latest_charge'] })
const doneUrl = (id: string) => `http://localhost:3000/done?session_id=${id}`

async function eventsAbout(id: string): Promise<string[]> {
  const events = await stripe.events.list({ limit: 100 }).autoPagingToArray({ limit: 1000 })
  const about = events.filter(({ data }) => {
    const { id: own, payment_intent: intent } = data.object as { id: string; payment_intent?: string }
    return own === id || intent === id
  })
  return about.map(({ type }) => type).toReversed()
}

async function lastEventAbout(id: string): Promise<string | undefined> {
  return (await eventsAbout(id)).at(-1)
}

describe('a payment', () => {
  test('is opened with what was asked, and shown on a page of the app', async () => {
    const session = await open()
    expect(session).toMatchObject({
      status: 'open',
      payment_status: 'unpaid',
      amount_total: 10_000,
      client_reference_id: 'ref-1',
      payment_intent: null,
      url: `http://localhost:3000/sandbox/cards/checkout/${session.id}`,
    })
    expect(Object.keys(session).filter((name) => name.startsWith('_'))).toEqual([])
    const seen = await readCheckout(sandbox.sandbox, session.id)
    expect(seen?._lines).toEqual([{ description: 'Invoice INV-1', amount: 10_000, quantity: 2, price: null }])
    expect(await readCheckout(sandbox.sandbox, 'cs_test_unknown')).toBeUndefined()
  })

  test('with a good card is complete, and a second submit pays nothing', async () => {
    const { id } = await open()
    expect(await submitCard(sandbox.sandbox, id, good)).toEqual({ state: 'complete', url: doneUrl(id) })
    expect(await submitCard(sandbox.sandbox, id, good)).toEqual({ state: 'over', url: doneUrl(id) })
    const session = await read(id)
    expect(session).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      url: null,
      payment_intent: {
        status: 'succeeded',
        amount_received: 10_000,
        metadata: { invoice: '1' },
        latest_charge: { paid: true },
      },
    })
    const intent = session.payment_intent as Stripe.PaymentIntent
    expect(await eventsAbout(intent.id)).toEqual([
      'payment_intent.created',
      'charge.succeeded',
      'payment_intent.succeeded',
      'checkout.session.completed',
    ])
  })

  test('submitted eight times at once is paid once', async () => {
    const { id } = await open()
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => submitCard(sandbox.sandbox, id, good)))
    expect(outcomes.filter(({ state }) => state === 'complete')).toHaveLength(1)
    expect(outcomes.filter(({ state }) => state === 'over')).toHaveLength(7)
    const { payment_intent: intent } = await stripe.checkout.sessions.retrieve(id)
    const charges = await stripe.charges.list({ payment_intent: intent as string })
    expect(charges.data).toHaveLength(1)
  })

  test('with a declined card stays open, says why, and takes the next card for the same intent', async () => {
    const { id } = await open()
    expect(await submitCard(sandbox.sandbox, id, cardThat('insufficient_funds'))).toEqual({
      state: 'declined',
      message: 'Your card has insufficient funds.',
    })
    const session = await read(id)
    expect(session).toMatchObject({
      status: 'open',
      payment_intent: { last_payment_error: { decline_code: 'insufficient_funds' } },
    })
    expect(await submitCard(sandbox.sandbox, id, good)).toMatchObject({ state: 'complete' })
    const intent = session.payment_intent as Stripe.PaymentIntent
    expect(await eventsAbout(intent.id)).toEqual([
      'payment_intent.created',
      'charge.failed',
      'payment_intent.payment_failed',
      'charge.succeeded',
      'payment_intent.succeeded',
      'checkout.session.completed',
    ])
  })

  test('with a card that asks waits for its holder, who may say no and then yes', async () => {
    const { id } = await open()
    const ask = () => submitCard(sandbox.sandbox, id, cardThat('asks'))
    expect(await ask()).toEqual({ state: 'confirm' })
    expect(await read(id)).toMatchObject({ status: 'open', payment_intent: { status: 'requires_action' } })
    expect(await answerConfirmation(sandbox.sandbox, id, false)).toMatchObject({ state: 'declined' })
    expect(await answerConfirmation(sandbox.sandbox, id, true)).toMatchObject({ state: 'declined' })
    expect(await ask()).toEqual({ state: 'confirm' })
    expect(await answerConfirmation(sandbox.sandbox, id, true)).toMatchObject({ state: 'complete' })
    expect(await read(id)).toMatchObject({ payment_status: 'paid' })
  })
})

describe('the end of a session', () => {
  test('can be asked for while it is open; then nobody can pay', async () => {
    const { id } = await open()
    await submitCard(sandbox.sandbox, id, cardThat('generic_decline'))
    expect(await stripe.checkout.sessions.expire(id)).toMatchObject({ status: 'expired', url: null })
    expect(await submitCard(sandbox.sandbox, id, good)).toEqual({
      state: 'over',
      url: 'http://localhost:3000/back',
    })
    expect(await read(id)).toMatchObject({
      payment_status: 'unpaid',
      payment_intent: { status: 'canceled', last_payment_error: { code: 'card_declined' } },
    })
    await expect(stripe.checkout.sessions.expire(id)).rejects.toMatchObject({ statusCode: 400 })
    expect(await lastEventAbout(id)).toBe('checkout.session.expired')
  })

  test('comes by itself when its time is over', async () => {
    const expires_at = secondsOf(start) + 1800
    const [seen, swept] = [await open({ expires_at }), await open({ expires_at })]
    now = new Date(expires_at * 1000)
    expect(await read(seen.id)).toMatchObject({ status: 'expired' })
    await expireDueSessions(sandbox.sandbox)
    expect(await lastEventAbout(swept.id)).toBe('checkout.session.expired')
    expect(await eventsAbout(seen.id)).toHaveLength(1)
  })

  test('paying and expiring at once leaves one of the two', async () => {
    const { id } = await open()
    const [paid, expired] = await Promise.all([
      submitCard(sandbox.sandbox, id, good),
      stripe.checkout.sessions.expire(id).catch(() => null),
    ])
    const session = await read(id)
    expect(session.status === 'complete').toBe(paid.state === 'complete')
    expect(session.status === 'expired').toBe(expired !== null)
  })

  test.each([
    ['sooner than half an hour', { expires_at: secondsOf(start) + 1799 }, 'expires_at'],
    ['later than a day', { expires_at: secondsOf(start) + 86_401 }, 'expires_at'],
    ['for both a customer and an address', { customer: 'cus_1' }, undefined],
    ['with an address that is none', { success_url: '/done' }, 'success_url'],
    [
      'with what belongs to subscriptions',
      { subscription_data: { trial_period_days: 3 } },
      'subscription_data',
    ],
  ])('a session %s is refused', async (_, more, param) => {
    await expect(open(more)).rejects.toMatchObject({ statusCode: 400, param })
  })

  test('an amount below 50 cents is refused', async () => {
    const price_data = { currency: 'usd', unit_amount: 49, product_data: { name: 'A' } }
    const little = open({ line_items: [{ quantity: 1, price_data }] })
    await expect(little).rejects.toMatchObject({ code: 'amount_too_small' })
  })
})

describe('a subscription', () => {
  const subscribe = async (more: Partial<Stripe.Checkout.SessionCreateParams> = {}) => {
    const product_data = { name: 'Pro' }
    const recurring = { interval: 'month' } as const
    const price = await stripe.prices.create({ currency: 'usd', unit_amount: 2900, product_data, recurring })
    const customer = await stripe.customers.create({ email: 'owner@example.com' })
    const { mode: _, customer_email: __, payment_intent_data: ___, ...rest } = request
    const session = await stripe.checkout.sessions.create({
      ...rest,
      mode: 'subscription',
      customer: customer.id,
      line_items: [{ price: price.id, quantity: 1 }],
      ...more,
    })
    return { id: session.id, customer: customer.id }
  }
  const trial = {
    payment_method_collection: 'if_required',
    subscription_data: {
      trial_period_days: 14,
      trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
    },
  } as const

  test('with a trial begins without a card', async () => {
    const { id } = await subscribe(trial)
    expect(await submitCard(sandbox.sandbox, id, null)).toMatchObject({ state: 'complete' })
    const session = await stripe.checkout.sessions.retrieve(id, { expand: ['subscription'] })
    expect(session).toMatchObject({
      payment_status: 'no_payment_required',
      subscription: { status: 'trialing' },
    })
  })

  test('without a trial needs one; a declined card leaves nothing behind', async () => {
    const { id, customer } = await subscribe()
    expect(await submitCard(sandbox.sandbox, id, null)).toMatchObject({ state: 'declined' })
    const declined = await submitCard(sandbox.sandbox, id, cardThat('generic_decline'))
    expect(declined).toEqual({ state: 'declined', message: 'Your card was declined.' })
    expect((await stripe.paymentMethods.list({ customer })).data).toEqual([])
    expect((await stripe.subscriptions.list({ customer, status: 'all' })).data).toEqual([])
    expect(await submitCard(sandbox.sandbox, id, good)).toMatchObject({ state: 'complete' })
    expect((await stripe.subscriptions.list({ customer })).data).toMatchObject([{ status: 'active' }])
    const kept = await stripe.paymentMethods.list({ customer })
    const owner = await stripe.customers.retrieve(customer)
    expect(owner).toMatchObject({ invoice_settings: { default_payment_method: kept.data[0]?.id } })
  })

  test('with a card that asks begins once its holder agrees', async () => {
    const { id, customer } = await subscribe()
    expect(await submitCard(sandbox.sandbox, id, cardThat('asks'))).toEqual({ state: 'confirm' })
    expect((await stripe.subscriptions.list({ customer })).data).toEqual([])
    expect(await answerConfirmation(sandbox.sandbox, id, true)).toMatchObject({ state: 'complete' })
    expect((await stripe.subscriptions.list({ customer })).data).toMatchObject([{ status: 'active' }])
  })
})
