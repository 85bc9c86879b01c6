import { Stripe } from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type SubscriptionSandbox,
  cards,
  createSubscriptionSandbox,
  ownerOf,
  periodOf,
  refusalOf,
} from '../../../test/support/providers/sandbox-subscriptions.ts'
import { moveClock } from '../advance-card-sandbox.ts'

const day = 86_400
const start = '2026-06-01T00:00:00.000Z'
let sandbox: SubscriptionSandbox

beforeAll(async () => {
  sandbox = await createSubscriptionSandbox(start)
})
afterAll(() => sandbox.close())

function changePrice(subscription: Stripe.Subscription, price: string, rest: object = {}) {
  return sandbox.stripe.subscriptions.update(subscription.id, {
    items: [{ id: subscription.items.data[0]?.id ?? '', price }],
    ...rest,
  })
}

describe('a checkout in subscription mode', () => {
  test('charges the first period at once', async () => {
    const made = await sandbox.subscribe({ price: sandbox.plans.small.month, card: cards.good })
    expect(made).toMatchObject({ status: 'active', trial_end: null, cancel_at_period_end: false })
    expect(made).not.toHaveProperty('_failures')
    expect(periodOf(made)).toEqual([start, '2026-07-01T00:00:00.000Z'])
    expect(made.items.data[0]?.price).toMatchObject({ id: sandbox.plans.small.month, unit_amount: 1000 })
    expect(await sandbox.chargesOf(ownerOf(made))).toEqual([1000])
  })

  test('makes no subscription when the card is declined', async () => {
    const { customer, answer } = await sandbox.checkOut({
      price: sandbox.plans.small.month,
      card: cards.declined,
    })
    expect(answer.text).toContain('Your card was declined.')
    expect((await sandbox.stripe.subscriptions.list({ customer, status: 'all' })).data).toEqual([])
  })
})

describe('lists', () => {
  test('leave out what has ended unless it is asked for, newest first and page by page', async () => {
    const { id: customer } = await sandbox.stripe.customers.create({ name: 'Lister' })
    const made: string[] = []
    for (let count = 0; count < 5; count += 1) {
      made.unshift((await sandbox.subscribe({ price: sandbox.plans.small.month, customer, trialDays: 7 })).id)
    }
    await sandbox.stripe.subscriptions.cancel(made[1] ?? '')
    const idsOf = async (status?: Stripe.SubscriptionListParams.Status) => {
      const ids: string[] = []
      const params = { customer, limit: 2, ...(status ? { status } : {}) }
      for await (const { id } of sandbox.stripe.subscriptions.list(params)) ids.push(id)
      return ids
    }
    expect(await idsOf('all')).toEqual(made)
    expect(await idsOf()).toEqual(made.filter((_, index) => index !== 1))
    expect(await idsOf('canceled')).toEqual([made[1]])
    expect(await idsOf('ended')).toEqual([made[1]])
    expect(await idsOf('active')).toEqual([])
  })

  test('of charges are those of one customer, with what was taken and given back', async () => {
    const { stripe, plans } = sandbox
    const { id: customer } = await stripe.customers.create({ name: 'Payer' })
    const bill = { amount: 500, currency: 'usd', confirm: true, customer }
    await refusalOf(stripe.paymentIntents.create({ ...bill, payment_method: 'pm_card_chargeDeclined' }))
    const made = await sandbox.subscribe({ price: plans.small.month, card: cards.good, customer })
    await sandbox.subscribe({ price: plans.large.month, card: cards.good })
    await moveClock(sandbox.sandbox, customer, 31 * day)
    const list = () => stripe.charges.list({ customer, limit: 1 }).autoPagingToArray({ limit: 100 })
    const paid = {
      customer: ownerOf(made),
      status: 'succeeded',
      paid: true,
      captured: true,
      currency: 'usd',
      amount_captured: 1000,
      amount_refunded: 0,
    }
    const failed = { status: 'failed', paid: false, captured: false, amount_captured: 0 }
    const charges = await list()
    expect(charges).toMatchObject([paid, paid, failed])
    await stripe.refunds.create({ charge: charges[0]?.id ?? '', amount: 400 })
    expect((await list())[0]).toMatchObject({ ...paid, amount_refunded: 400 })
    expect(await refusalOf(stripe.charges.list({ customer: 'cus_none' }))).toMatchObject({
      statusCode: 400,
      code: 'resource_missing',
      param: 'customer',
    })
  })

  test('show the price as it is now', async () => {
    const { stripe, plans } = sandbox
    const made = await sandbox.subscribe({ price: plans.small.year, trialDays: 7 })
    await stripe.prices.update(plans.small.year, { lookup_key: 'small_year' })
    const { data } = await stripe.subscriptions.list({ customer: ownerOf(made) })
    expect(data[0]?.items.data[0]?.price.lookup_key).toBe('small_year')
  })
})

test('a lookup key that went to another price is gone wherever the first one is shown', async () => {
  const { stripe, plans } = sandbox
  const common = {
    currency: 'usd',
    unit_amount: 1000,
    recurring: { interval: 'month' },
    product: plans.small.product,
  } as const
  const first = await stripe.prices.create({ ...common, lookup_key: 'moving', metadata: { plan: 'small' } })
  const made = await sandbox.subscribe({ price: first.id, card: cards.good })
  const { id: session } = (await stripe.checkout.sessions.list({ customer: ownerOf(made) })).data[0] ?? {}
  await stripe.prices.create({ ...common, lookup_key: 'moving', transfer_lookup_key: true })

  const shownIn = (subscription: Stripe.Subscription) => subscription.items.data[0]?.price
  const lastEvent = async (type: Stripe.Event.Type) => {
    const { data } = await stripe.events.list({ type, limit: 1 })
    return data[0]?.data.object as Stripe.Subscription
  }
  const bare = { id: first.id, lookup_key: null, metadata: { plan: 'small' } }
  expect(shownIn(await sandbox.read(made.id))).toMatchObject(bare)
  const { subscription } = await stripe.checkout.sessions.retrieve(session ?? '', {
    expand: ['subscription'],
  })
  expect(shownIn(subscription as Stripe.Subscription)).toMatchObject(bare)
  expect(shownIn(await stripe.subscriptions.update(made.id, { metadata: { a: '1' } }))).toMatchObject(bare)
  expect(shownIn(await lastEvent('customer.subscription.updated'))).toMatchObject(bare)
  const { data } = await stripe.events.list({ type: 'customer.subscription.created', limit: 1 })
  expect(shownIn(data[0]?.data.object as Stripe.Subscription)).toMatchObject({ lookup_key: 'moving' })
})

test('the end of a subscription tells of the price as it is then', async () => {
  const { stripe, plans } = sandbox
  const made = await sandbox.subscribe({ price: plans.large.year, trialDays: 7 })
  await stripe.prices.update(plans.large.year, { lookup_key: 'large_year' })
  const canceled = await stripe.subscriptions.cancel(made.id, { invoice_now: true, prorate: true })
  expect(canceled.items.data[0]?.price.lookup_key).toBe('large_year')
  const { data } = await stripe.events.list({ type: 'customer.subscription.deleted', limit: 1 })
  expect(data[0]?.data.object).toMatchObject({ items: { data: [{ price: { lookup_key: 'large_year' } }] } })
})

describe('a change of plan', () => {
  test('during a trial charges nothing, and the trial goes on', async () => {
    const trial = await sandbox.subscribe({
      price: sandbox.plans.small.month,
      trialDays: 14,
      card: cards.good,
    })
    const changed = await changePrice(trial, sandbox.plans.large.year)
    expect(changed.status).toBe('trialing')
    expect(periodOf(changed)).toEqual(periodOf(trial))
    expect(await sandbox.chargesOf(ownerOf(trial))).toEqual([])
    await moveClock(sandbox.sandbox, ownerOf(trial), 14 * day)
    expect(await sandbox.chargesOf(ownerOf(trial))).toEqual([30_000])
    expect(periodOf(await sandbox.read(trial.id))[1]).toBe('2027-06-15T00:00:00.000Z')
  })

  test('in the middle of a month charges the difference for the other half', async () => {
    const made = await sandbox.subscribe({ price: sandbox.plans.small.month, card: cards.good })
    await moveClock(sandbox.sandbox, ownerOf(made), 15 * day)
    const changed = await changePrice(made, sandbox.plans.large.month)
    expect(periodOf(changed)).toEqual(periodOf(made))
    expect(await sandbox.chargesOf(ownerOf(made))).toEqual([1000, 1000])
    expect((await sandbox.eventsOf(made.id)).slice(-2)).toEqual([
      'invoice.paid',
      'customer.subscription.updated',
    ])
  })

  test('to a cheaper one takes what is left off the next charges', async () => {
    const made = await sandbox.subscribe({ price: sandbox.plans.large.month, card: cards.good })
    const customer = ownerOf(made)
    await moveClock(sandbox.sandbox, customer, 15 * day)
    await changePrice(made, sandbox.plans.small.month)
    expect(await sandbox.chargesOf(customer)).toEqual([3000])
    await moveClock(sandbox.sandbox, customer, 15 * day)
    expect(await sandbox.chargesOf(customer)).toEqual([3000])
    await moveClock(sandbox.sandbox, customer, 31 * day)
    expect(await sandbox.chargesOf(customer)).toEqual([1000, 3000])
  })

  test('from months to years begins a year, less what is left of the month', async () => {
    const made = await sandbox.subscribe({ price: sandbox.plans.small.month, card: cards.good })
    await moveClock(sandbox.sandbox, ownerOf(made), 15 * day)
    const changed = await changePrice(made, sandbox.plans.small.year)
    expect(periodOf(changed)).toEqual(['2026-06-16T00:00:00.000Z', '2027-06-16T00:00:00.000Z'])
    expect(await sandbox.chargesOf(ownerOf(made))).toEqual([9500, 1000])
  })

  test('without proration waits for the next period', async () => {
    const made = await sandbox.subscribe({ price: sandbox.plans.small.month, card: cards.good })
    await changePrice(made, sandbox.plans.large.month, { proration_behavior: 'none' })
    expect(await sandbox.chargesOf(ownerOf(made))).toEqual([1000])
    await moveClock(sandbox.sandbox, ownerOf(made), 30 * day)
    expect(await sandbox.chargesOf(ownerOf(made))).toEqual([3000, 1000])
  })

  test('is refused with 402 when the card is declined, and nothing else changes', async () => {
    const made = await sandbox.subscribe({ price: sandbox.plans.small.month, card: cards.good })
    const customer = ownerOf(made)
    const bad = await sandbox.stripe.paymentMethods.attach('pm_card_chargeDeclined', { customer })
    await sandbox.stripe.subscriptions.update(made.id, { default_payment_method: bad.id })
    const error = await refusalOf(
      changePrice(made, sandbox.plans.large.month, {
        metadata: { asked: 'yes' },
        cancel_at_period_end: true,
      }),
    )
    expect(error).toBeInstanceOf(Stripe.errors.StripeCardError)
    expect(error).toMatchObject({
      statusCode: 402,
      code: 'card_declined',
      message: 'Your card was declined.',
    })
    expect(await sandbox.read(made.id)).toMatchObject({
      metadata: {},
      cancel_at_period_end: false,
      items: { data: [{ price: { id: sandbox.plans.small.month } }] },
    })
  })

  test('while past due is paid in full and makes the subscription active again', async () => {
    const made = await sandbox.subscribe({
      price: sandbox.plans.small.month,
      trialDays: 1,
      card: cards.declined,
    })
    const customer = ownerOf(made)
    await moveClock(sandbox.sandbox, customer, 2 * day)
    expect((await sandbox.read(made.id)).status).toBe('past_due')
    const good = await sandbox.stripe.paymentMethods.attach('pm_card_visa', { customer })
    const changed = await changePrice(made, sandbox.plans.large.month, { default_payment_method: good.id })
    expect(changed.status).toBe('active')
    await moveClock(sandbox.sandbox, customer, 10 * day)
    expect(await sandbox.chargesOf(customer)).toEqual([3000])
  })
})

describe('what is refused', () => {
  test('a subscription, an item, a price and a card that are not there', async () => {
    const made = await sandbox.subscribe({ price: sandbox.plans.small.month, trialDays: 7 })
    const { stripe } = sandbox
    expect(await refusalOf(stripe.subscriptions.retrieve('sub_none'))).toMatchObject({
      statusCode: 404,
      message: "No such subscription: 'sub_none'",
    })
    expect(await refusalOf(stripe.subscriptions.list({ customer: 'cus_none' }))).toMatchObject({
      code: 'resource_missing',
      param: 'customer',
    })
    const wrongItem = { items: [{ id: 'si_none', price: sandbox.plans.large.month }] }
    expect(await refusalOf(stripe.subscriptions.update(made.id, wrongItem))).toMatchObject({
      code: 'resource_missing',
      param: 'items[0][id]',
    })
    expect(await refusalOf(changePrice(made, 'price_none'))).toMatchObject({ param: 'items[0][price]' })
    const stranger = await stripe.customers.create({})
    const theirs = await stripe.paymentMethods.attach('pm_card_visa', { customer: stranger.id })
    const wrongCard = { default_payment_method: theirs.id }
    expect(await refusalOf(stripe.subscriptions.update(made.id, wrongCard))).toMatchObject({
      param: 'default_payment_method',
    })
  })

  test('any change of one that was canceled, which happens at once and once', async () => {
    const made = await sandbox.subscribe({ price: sandbox.plans.small.month, card: cards.good })
    const canceled = await sandbox.stripe.subscriptions.cancel(made.id, { prorate: true })
    expect(canceled.status).toBe('canceled')
    expect(await refusalOf(sandbox.stripe.subscriptions.cancel(made.id))).toMatchObject({ statusCode: 404 })
    expect(await refusalOf(changePrice(made, sandbox.plans.large.month))).toMatchObject({ statusCode: 400 })
    await moveClock(sandbox.sandbox, ownerOf(made), 60 * day)
    expect(await sandbox.chargesOf(ownerOf(made))).toEqual([1000])
    expect((await sandbox.eventsOf(made.id)).at(-1)).toBe('customer.subscription.deleted')
  })
})
