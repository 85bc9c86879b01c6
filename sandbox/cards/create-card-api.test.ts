import { Stripe } from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createStripeAccount } from '../../src/platform/cards/stripe-account.ts'
import { type TestSandbox, createTestSandbox } from '../../test/support/providers/card-sandbox.ts'
import { accountOf } from './card-sandbox.ts'

let sandbox: TestSandbox
let stripe: Stripe

beforeAll(async () => {
  sandbox = await createTestSandbox()
  stripe = sandbox.stripe
})
afterAll(() => sandbox.close())

async function refusal(work: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof Stripe.errors.StripeError) return error
  throw new Error('was not refused by the provider')
}

describe('who may call', () => {
  test('a wrong key is refused without being repeated', async () => {
    const stranger = new Stripe('sk_test_somebody_elses_key', { ...sandbox.address, telemetry: false })
    const error = await refusal(stranger.customers.list())
    expect(error).toBeInstanceOf(Stripe.errors.StripeAuthenticationError)
    expect(error.message).toContain('Invalid API Key provided')
    expect(error.message).not.toContain('somebody_elses')
  })

  test('no key at all is refused; a key by basic auth is taken', async () => {
    const { host, port } = sandbox.address
    const url = `http://${host}:${port}/v1/customers`
    expect((await fetch(url)).status).toBe(401)
    const basic = Buffer.from(`${sandbox.secretKey}:`).toString('base64')
    const response = await fetch(url, { headers: { authorization: `Basic ${basic}` } })
    expect(response.status).toBe(200)
    expect(response.headers.get('request-id')).toMatch(/^req_/)
  })
})

describe('what is refused', () => {
  test('an address that does not exist', async () => {
    const error = await refusal(stripe.rawRequest('GET', '/v1/unicorns'))
    expect(error).toMatchObject({ statusCode: 404, message: 'Unrecognized request URL (GET: /v1/unicorns).' })
  })

  test('a parameter that is unknown, missing or malformed, by its name', async () => {
    const unknown = stripe.rawRequest('POST', '/v1/customers', { name: 'A', shoe: { size: 3 } })
    expect(await refusal(unknown)).toMatchObject({
      code: 'parameter_unknown',
      param: 'shoe',
      statusCode: 400,
    })
    const missing = stripe.rawRequest('POST', '/v1/prices', { currency: 'usd' })
    expect(await refusal(missing)).toMatchObject({ code: 'parameter_missing', param: 'unit_amount' })
    const nested = stripe.rawRequest('POST', '/v1/prices', {
      currency: 'usd',
      unit_amount: 'ten',
      product_data: { name: 'A' },
    })
    expect(await refusal(nested)).toMatchObject({ code: 'parameter_invalid_integer', param: 'unit_amount' })
    expect(await refusal(stripe.customers.create({ email: 'nobody' }))).toMatchObject({
      code: 'email_invalid',
    })
  })

  test('an address of a page that is none of the web, by its name', async () => {
    const params: Stripe.Checkout.SessionCreateParams = {
      mode: 'payment',
      line_items: [{ price_data: { currency: 'usd', unit_amount: 500, product_data: { name: 'A' } } }],
      success_url: 'https://example.com/done?id={CHECKOUT_SESSION_ID}',
    }
    expect((await stripe.checkout.sessions.create(params)).success_url).toBe(params.success_url)
    for (const address of ['javascript:alert(1)', 'data:text/html,x', 'ftp://example.com/', '/done']) {
      for (const name of ['success_url', 'cancel_url']) {
        const made = stripe.checkout.sessions.create({ ...params, [name]: address })
        expect(await refusal(made)).toMatchObject({ statusCode: 400, code: 'url_invalid', param: name })
      }
      const configured = stripe.billingPortal.configurations.create({
        features: {},
        default_return_url: address,
      })
      expect(await refusal(configured)).toMatchObject({ param: 'default_return_url' })
    }
  })

  test('an id that no database could hold', async () => {
    expect(await refusal(stripe.customers.retrieve('cus_\0'))).toMatchObject({ statusCode: 404 })
  })

  test('an id that is unknown: 404 in the address, 400 in the form', async () => {
    const gone = await refusal(stripe.customers.retrieve('cus_gone'))
    expect(gone).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError)
    expect(gone).toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      message: "No such customer: 'cus_gone'",
    })
    const named = stripe.paymentIntents.create({ amount: 500, currency: 'usd', customer: 'cus_gone' })
    expect(await refusal(named)).toMatchObject({ statusCode: 400, param: 'customer' })
  })
})

describe('customers and prices', () => {
  test('a customer is made, changed and read; metadata is merged and nothing hidden is sent', async () => {
    const made = await stripe.customers.create({
      name: 'Ada',
      email: 'ada@example.com',
      metadata: { _own: '1', b: '2' },
    })
    await stripe.customers.update(made.id, { name: '', metadata: { b: '', c: '3' } })
    const read = (await stripe.customers.retrieve(made.id)) as Stripe.Customer
    expect(read).toMatchObject({ name: null, email: 'ada@example.com', metadata: { _own: '1', c: '3' } })
    expect(read.metadata).not.toHaveProperty('b')
    expect(read).not.toHaveProperty('_clock')
  })

  test('250 customers are read page by page, none twice, in both directions', async () => {
    const email = 'many@example.com'
    for (let batch = 0; batch < 25; batch++) {
      await Promise.all(Array.from({ length: 10 }, () => stripe.customers.create({ email })))
    }
    const ids: string[] = []
    for await (const { id } of stripe.customers.list({ email, limit: 100 })) ids.push(id)
    expect(new Set(ids).size).toBe(250)
    const first = await stripe.customers.list({ email })
    expect(first).toMatchObject({ object: 'list', url: '/v1/customers', has_more: true })
    expect(first.data.map(({ id }) => id)).toEqual(ids.slice(0, 10))
    const backward = await stripe.customers.list({ email, limit: 5, ending_before: ids[20] ?? '' })
    expect(backward.data.map(({ id }) => id)).toEqual(ids.slice(15, 20))
    expect(await refusal(stripe.customers.list({ limit: 101 }))).toMatchObject({ param: 'limit' })
  })

  test('customers are found by the whole address alone', async () => {
    const { id } = await stripe.customers.create({ email: 'one@example.com' })
    await stripe.customers.create({ email: 'someone@example.com' })
    const found = await stripe.customers.list({ email: 'one@example.com' })
    expect(found.data.map((customer) => customer.id)).toEqual([id])
    expect((await stripe.customers.list({ email: 'nobody@example.com' })).data).toEqual([])
  })

  test('a price keeps its metadata, changed key by key', async () => {
    const { id } = await stripe.prices.create({
      currency: 'usd',
      unit_amount: 500,
      product_data: { name: 'A' },
      metadata: { plan: 'a', old: '1' },
    })
    await stripe.prices.update(id, { metadata: { old: '', kind: 'b' } })
    expect((await stripe.prices.retrieve(id)).metadata).toEqual({ plan: 'a', kind: 'b' })
  })

  test('a lookup key names one price, and moves only when asked to', async () => {
    const params = {
      currency: 'usd',
      unit_amount: 2900,
      recurring: { interval: 'month' },
      product_data: { name: 'Pro' },
      lookup_key: 'pro-month',
    } as const
    const made = await Promise.allSettled([stripe.prices.create(params), stripe.prices.create(params)])
    expect(made.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const moved = await stripe.prices.create({ ...params, unit_amount: 3900, transfer_lookup_key: true })
    const found = await stripe.prices.list({ lookup_keys: ['pro-month', 'other'], expand: ['data.product'] })
    expect(found.data.map(({ id, unit_amount: minor }) => [id, minor])).toEqual([[moved.id, 3900]])
    expect(found.data[0]?.product).toMatchObject({ object: 'product', name: 'Pro' })
    expect(await refusal(stripe.prices.list({ expand: ['data.secrets'] }))).toMatchObject({ param: 'expand' })
  })
})

describe('charging a card', () => {
  const bill = { amount: 1250, currency: 'usd', confirm: true } as const

  test('a good card is charged', async () => {
    const intent = await stripe.paymentIntents.create({
      ...bill,
      payment_method: 'pm_card_visa',
      expand: ['latest_charge'],
    })
    expect(intent).toMatchObject({ status: 'succeeded', amount_received: 1250 })
    expect(intent.latest_charge).toMatchObject({ object: 'charge', paid: true, payment_intent: intent.id })
  })

  test('a declined card is a card error, its intent stays and can be paid with another card', async () => {
    const poor = 'pm_card_chargeDeclinedInsufficientFunds'
    const error = await refusal(stripe.paymentIntents.create({ ...bill, payment_method: poor }))
    expect(error).toBeInstanceOf(Stripe.errors.StripeCardError)
    expect(error).toMatchObject({
      statusCode: 402,
      code: 'card_declined',
      decline_code: 'insufficient_funds',
      message: 'Your card has insufficient funds.',
    })
    const id = error.payment_intent?.id ?? ''
    const intent = await stripe.paymentIntents.retrieve(id)
    expect(intent).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'card_declined' },
    })
    const paid = await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })
    expect(paid).toMatchObject({ status: 'succeeded', last_payment_error: null })
    expect(await refusal(stripe.paymentIntents.cancel(id))).toMatchObject({
      code: 'payment_intent_unexpected_state',
    })
  })

  test('too little and too much are refused', async () => {
    const little = stripe.paymentIntents.create({ amount: 49, currency: 'usd' })
    expect(await refusal(little)).toMatchObject({ code: 'amount_too_small' })
    const much = stripe.paymentIntents.create({ amount: 100_000_000, currency: 'usd' })
    expect(await refusal(much)).toMatchObject({ code: 'amount_too_large' })
  })

  test('other currencies have their own limits and units', async () => {
    const charge = (amount: number, code: string) => stripe.paymentIntents.create({ amount, currency: code })
    expect(await charge(500, 'jpy')).toMatchObject({ amount: 500, currency: 'jpy' })
    expect(await charge(150_000, 'isk')).toMatchObject({ amount: 150_000 })
    expect(await refusal(charge(49, 'jpy'))).toMatchObject({
      code: 'amount_too_small',
      message: 'Amount must be at least ¥50 jpy',
    })
    expect(await refusal(charge(29, 'gbp'))).toMatchObject({ message: 'Amount must be at least £0.30 gbp' })
    expect((await refusal(charge(150_050, 'isk')))?.message).toContain('evenly divisible by 100')
    expect((await refusal(charge(5121, 'kwd')))?.message).toContain('evenly divisible by 10')
    expect((await refusal(charge(500, 'ghs')))?.message).toMatch(
      /^Invalid currency: ghs. Stripe currently supports these currencies: aed, /,
    )
  })
})

describe('giving money back', () => {
  test('in parts, never more than was paid, even at once', async () => {
    const { id: payment_intent } = await stripe.paymentIntents.create({
      amount: 1000,
      currency: 'usd',
      confirm: true,
      payment_method: 'pm_card_visa',
    })
    const refund = (amount: number) => stripe.refunds.create({ payment_intent, amount, metadata: { a: '1' } })
    const first = await refund(300)
    expect(first).toMatchObject({ status: 'succeeded', amount: 300, metadata: { a: '1' } })
    expect(await refusal(refund(701))).toMatchObject({
      param: 'amount',
      message: 'Refund amount ($7.01) is greater than unrefunded amount on charge ($7.00)',
    })
    const both = await Promise.allSettled([refund(400), refund(400)])
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await stripe.refunds.create({ payment_intent })
    expect(await refusal(refund(1))).toMatchObject({ code: 'charge_already_refunded', statusCode: 400 })
    const refunds = await stripe.refunds.list({ payment_intent }).autoPagingToArray({ limit: 100 })
    expect(refunds.map(({ amount }) => amount)).toEqual([300, 400, 300])
    const charge = await stripe.charges.retrieve(first.charge as string)
    expect(charge).toMatchObject({ amount_refunded: 1000, refunded: true })
  })

  test('the refunds of a payment or a charge that does not exist are refused, not empty', async () => {
    expect(await refusal(stripe.refunds.list({ payment_intent: 'pi_none' }))).toMatchObject({
      statusCode: 400,
      code: 'resource_missing',
      param: 'payment_intent',
    })
    expect(await refusal(stripe.refunds.list({ charge: 'ch_none' }))).toMatchObject({
      code: 'resource_missing',
      param: 'charge',
    })
    const { id: payment_intent } = await stripe.paymentIntents.create({ amount: 1000, currency: 'usd' })
    expect((await stripe.refunds.list({ payment_intent })).data).toEqual([])
  })

  test('nothing was paid, so nothing goes back', async () => {
    const { id: payment_intent } = await stripe.paymentIntents.create({ amount: 1000, currency: 'usd' })
    expect(await refusal(stripe.refunds.create({ payment_intent }))).toMatchObject({ statusCode: 400 })
  })
})

test('a key is told whose it is', async () => {
  const id = accountOf(sandbox.secretKey)
  expect(await sandbox.stripe.accounts.retrieveCurrent()).toMatchObject({ id, object: 'account' })
  const { secretKey, address } = sandbox
  const { signal } = new AbortController()
  expect(await createStripeAccount({ secretKey, address }).check(signal)).toEqual({
    accountId: id,
    canCharge: true,
    lacks: [],
  })
})

test('a key that it does not know is told nothing', async () => {
  const stranger = new Stripe('sk_test_somebody_elses_key', { ...sandbox.address, telemetry: false })
  await expect(stranger.accounts.retrieveCurrent()).rejects.toThrow(Stripe.errors.StripeAuthenticationError)
})
