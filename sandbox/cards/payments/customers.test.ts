import type { Stripe } from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type SubscriptionSandbox,
  cards,
  createSubscriptionSandbox,
  ownerOf,
  refusalOf,
} from '../../../test/support/providers/sandbox-subscriptions.ts'

const address = 'http://localhost:3000/settings'
let sandbox: SubscriptionSandbox

beforeAll(async () => {
  sandbox = await createSubscriptionSandbox('2026-06-01T00:00:00.000Z')
})
afterAll(() => sandbox.close())

test('a deleted customer says so, is in no list, and its subscriptions end at once', async () => {
  const { stripe, plans } = sandbox
  const paying = await sandbox.subscribe({ price: plans.small.month, card: cards.good })
  const customer = ownerOf(paying)
  await stripe.customers.update(customer, { email: 'gone@example.com' })
  const trial = await sandbox.subscribe({ price: plans.large.month, customer, trialDays: 14 })
  const other = await sandbox.subscribe({ price: plans.small.month, card: cards.good })
  expect(await stripe.customers.del(customer)).toEqual(
    expect.objectContaining({ id: customer, object: 'customer', deleted: true }),
  )
  expect(await stripe.customers.retrieve(customer)).toMatchObject({ id: customer, deleted: true })
  expect(await stripe.customers.retrieve(customer)).not.toHaveProperty('email')
  expect((await stripe.customers.list({ email: 'gone@example.com' })).data).toEqual([])
  expect((await sandbox.read(paying.id)).status).toBe('canceled')
  expect((await sandbox.eventsOf(trial.id)).at(-1)).toBe('customer.subscription.deleted')
  expect((await stripe.events.list({ type: 'customer.deleted' })).data[0]?.data.object).toMatchObject({
    id: customer,
    email: 'gone@example.com',
  })
  expect((await sandbox.read(other.id)).status).toBe('active')
  const { customer: named } = await stripe.subscriptions.retrieve(paying.id, { expand: ['customer'] })
  expect(named).toMatchObject({ id: customer, deleted: true })
  await sandbox.travelTo('2026-09-01T00:00:00.000Z')
  expect(await sandbox.chargesOf(customer)).toEqual([1000])
  expect(sandbox.log).toEqual([])
  sandbox.setTime('2026-06-01T00:00:00.000Z')
})

test('whatever names a deleted customer is refused as if it had never been', async () => {
  const { stripe, plans } = sandbox
  await stripe.billingPortal.configurations.create({ features: {} })
  const { id: customer } = await stripe.customers.create({ email: 'gone@example.com' })
  const card = await stripe.paymentMethods.attach('pm_card_visa', { customer })
  const portal = await stripe.billingPortal.sessions.create({ customer, return_url: address })
  const checkout: Stripe.Checkout.SessionCreateParams = {
    mode: 'subscription',
    customer,
    line_items: [{ price: plans.small.month, quantity: 1 }],
    success_url: address,
  }
  const open = await stripe.checkout.sessions.create(checkout)
  await stripe.customers.del(customer)
  const named = [
    stripe.checkout.sessions.create(checkout),
    stripe.billingPortal.sessions.create({ customer, return_url: address }),
    stripe.subscriptions.list({ customer }),
    stripe.charges.list({ customer }),
    stripe.paymentIntents.create({ amount: 500, currency: 'usd', customer, payment_method: card.id }),
  ]
  for (const refusal of await Promise.all(named.map(refusalOf))) {
    expect(refusal).toMatchObject({
      statusCode: 400,
      code: 'resource_missing',
      param: 'customer',
    })
  }
  const again = [stripe.customers.del(customer), stripe.customers.update(customer, { name: 'B' })]
  for (const refusal of await Promise.all(again.map(refusalOf))) {
    expect(refusal).toMatchObject({ statusCode: 404, code: 'resource_missing' })
  }
  expect((await sandbox.pages.request(`/portal/${portal.id}`)).status).toBe(404)
  const form = { number: cards.good, expiry: '12 / 40', cvc: '123' }
  const answer = await sandbox.post(`/checkout/${open.id}`, form)
  expect(answer.status).toBe(402)
  expect(answer.text).toContain('This customer has been deleted.')
})
