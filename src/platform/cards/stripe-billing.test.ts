import { once } from 'node:events'
import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import type { PlanPrice } from './card-provider.ts'
import { createStripeProvider } from './stripe-provider.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

interface ReceivedRequest {
  /** GET /v1/customers */
  route: string
  input: Record<string, string>
  key: string | undefined
}

/** A provider with the test's responses, and the requests that it received. */
async function billingAnswering(answer: (request: ReceivedRequest) => unknown, prices: PlanPrice[] = []) {
  const requests: ReceivedRequest[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost')
      const input = Object.fromEntries([...searchParams, ...new URLSearchParams(body)])
      const key = request.headers['idempotency-key']
      const one = { route: `${request.method} ${pathname}`, input, key: key?.toString() }
      requests.push(one)
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(answer(one)))
    })
  })
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { billing } = createStripeProvider({
    secretKey: 'sk_test_key',
    webhookSecret: undefined,
    address: { host: '127.0.0.1', port: (server.address() as AddressInfo).port, protocol: 'http' },
    prices,
    productName: 'Millrace',
    timeout: 60_000,
  })
  return { billing, requests, to: (route: string) => requests.filter((one) => one.route === route) }
}

const listOf = (data: object[], more = false) => ({ object: 'list', url: '/', has_more: more, data })

describe('the customer of a business', () => {
  const request = { reference: 'ours', name: 'Test Business', email: 'owner@example.com' }
  const customer = (id: string, reference: string) => ({ id, metadata: { business_id: reference } })

  test('is found among all with its address, however many', async () => {
    const { billing, to } = await billingAnswering(({ input }) =>
      input['starting_after']
        ? listOf([{ ...customer('cus_3', 'ours'), deleted: true }, customer('cus_4', 'ours')])
        : listOf([customer('cus_1', 'of another'), { id: 'cus_2', metadata: {} }], true),
    )
    expect(await billing.createCustomer(request)).toBe('cus_4')
    expect(to('GET /v1/customers').map(({ input }) => input)).toEqual([
      { email: request.email, limit: '100' },
      { email: request.email, limit: '100', starting_after: 'cus_2' },
    ])
    expect(to('POST /v1/customers')).toEqual([])
  })

  test('is made where there is none, under a key of its own', async () => {
    const { billing, to } = await billingAnswering(({ route }) =>
      route === 'GET /v1/customers' ? listOf([customer('cus_1', 'of another')]) : { id: 'cus_new' },
    )
    expect(await billing.createCustomer(request)).toBe('cus_new')
    expect(to('POST /v1/customers')).toMatchObject([
      { input: { 'metadata[business_id]': 'ours', email: request.email }, key: 'customer-ours' },
    ])
  })

  test('is never the one that is gone, neither found nor answered again', async () => {
    const { billing, to } = await billingAnswering(({ route }) =>
      route === 'GET /v1/customers' ? listOf([customer('cus_gone', 'ours')]) : { id: 'cus_new' },
    )
    expect(await billing.createCustomer({ ...request, insteadOf: 'cus_gone' })).toBe('cus_new')
    expect(to('POST /v1/customers')[0]?.key).not.toBe('customer-ours')
  })
})

test('what is cancelled at once is settled at once', async () => {
  const { billing, requests } = await billingAnswering(() => ({ id: 'sub_1' }))
  await billing.cancelNow('sub_1')
  expect(requests).toMatchObject([
    { route: 'DELETE /v1/subscriptions/sub_1', input: { prorate: 'true', invoice_now: 'true' } },
  ])
})

describe('what a customer has paid', () => {
  const charge = {
    id: 'ch_1',
    status: 'succeeded',
    paid: true,
    captured: true,
    currency: 'usd',
    amount_captured: 1200,
    amount_refunded: 0,
  }

  test('is what was taken, less what was given back, over all pages', async () => {
    const { billing, to } = await billingAnswering(({ input }) =>
      input['starting_after']
        ? listOf([
            { ...charge, amount_refunded: 300 },
            { ...charge, amount_refunded: 1200 },
            { ...charge, status: 'failed', paid: false, captured: false, amount_captured: 0 },
          ])
        : listOf([charge, { ...charge, id: 'ch_2', amount_captured: 4900 }], true),
    )
    expect(await billing.sumPayments('cus_1')).toEqual({ paidMinor: 1200 + 4900 + 900, leftOut: 0 })
    expect(to('GET /v1/charges').map(({ input }) => input)).toEqual([
      { customer: 'cus_1', limit: '100' },
      { customer: 'cus_1', limit: '100', starting_after: 'ch_2' },
    ])
  })

  test.each([
    ['declined', { status: 'failed', paid: false }],
    ['on its way', { status: 'pending' }],
    ['promised', { captured: false }],
  ])('is nothing while it is %s', async (_, change) => {
    const { billing } = await billingAnswering(() => listOf([{ ...charge, ...change }]))
    expect(await billing.sumPayments('cus_1')).toEqual({ paidMinor: 0, leftOut: 0 })
  })

  test('does not mix currencies', async () => {
    const { billing } = await billingAnswering(() => listOf([charge, { ...charge, currency: 'eur' }]))
    expect(await billing.sumPayments('cus_1')).toEqual({ paidMinor: 1200, leftOut: 1 })
  })

  test('makes sense or is not taken', async () => {
    const { billing } = await billingAnswering(() => listOf([{ ...charge, amount_captured: '12' }]))
    await expect(billing.sumPayments('cus_1')).rejects.toMatchObject({ kind: 'malformed' })
  })
})

describe('prices', () => {
  const planPrice: PlanPrice = { lookupKey: 'ours_month', product: 'Ours', minor: 1200, interval: 'month' }
  const price = {
    id: 'price_1',
    active: true,
    unit_amount: 1200,
    lookup_key: 'ours_month',
    recurring: { interval: 'month' },
    product: 'prod_1',
    metadata: {},
  }

  test('the plan of a subscription is told by the mark on its price, then by the lookup key', async () => {
    const subscription = (metadata: object, lookup_key: string | null) => ({
      id: 'sub_1',
      status: 'active',
      cancel_at_period_end: false,
      created: 1_700_000_000,
      items: { data: [{ id: 'si_1', price: { lookup_key, metadata } }] },
    })
    const { billing } = await billingAnswering(() =>
      listOf([
        subscription({ millrace: 'ours_month' }, null),
        subscription({}, 'ours_year'),
        subscription({}, null),
      ]),
    )
    const all = await billing.listSubscriptions('cus_1')
    expect(all.map(({ lookupKey }) => lookupKey)).toEqual(['ours_month', 'ours_year', null])
  })

  test.each([
    ['costs something else', { unit_amount: 900 }],
    ['is not sold any more', { active: false }],
  ])('one that %s is marked before another takes its lookup key', async (_, change) => {
    const { billing, requests, to } = await billingAnswering(
      ({ route }) => {
        if (route === 'GET /v1/prices') return listOf([{ ...price, ...change }])
        if (route === 'GET /v1/products')
          return listOf([{ id: 'prod_1', active: true, metadata: { millrace: 'Ours' } }])
        if (route === 'POST /v1/prices') return { ...price, id: 'price_2' }
        return { id: 'cs_1', url: 'http://localhost/pay' }
      },
      [planPrice],
    )
    await billing.startSubscription({
      reference: 'a visit',
      customerId: 'cus_1',
      lookupKey: 'ours_month',
      trialDays: null,
      successUrl: 'http://localhost/',
      cancelUrl: 'http://localhost/',
      expiresAt: 1_800_000_000,
      metadata: {},
    })
    expect(to('POST /v1/prices/price_1')[0]?.input).toEqual({ 'metadata[millrace]': 'ours_month' })
    expect(to('POST /v1/prices')[0]?.input).toMatchObject({
      unit_amount: '1200',
      lookup_key: 'ours_month',
      transfer_lookup_key: 'true',
      'metadata[millrace]': 'ours_month',
    })
    const routes = requests.map(({ route }) => route)
    expect(routes.indexOf('POST /v1/prices/price_1')).toBeLessThan(routes.indexOf('POST /v1/prices'))
    expect(to('POST /v1/checkout/sessions')[0]?.input).toMatchObject({ 'line_items[0][price]': 'price_2' })
  })

  test('the portal goes on with a trial, and is the same in whatever order prices are listed', async () => {
    const wishes = [
      planPrice,
      { ...planPrice, lookupKey: 'ours_year' },
      { ...planPrice, lookupKey: 'more', product: 'More' },
    ]
    const listed = wishes.map(({ lookupKey, product }, index) => ({
      ...price,
      id: `price_${index}`,
      lookup_key: lookupKey,
      product: `prod_${product}`,
      metadata: { millrace: lookupKey },
    }))
    const made: ReceivedRequest[] = []
    for (const prices of [listed, listed.toReversed()]) {
      const { billing, to } = await billingAnswering(({ route }) => {
        if (route === 'GET /v1/prices') return listOf(prices)
        if (route.startsWith('GET')) return listOf([])
        return { id: 'bpc_1', url: 'http://localhost/portal' }
      }, wishes)
      await billing.openPortal({ customerId: 'cus_1', returnUrl: 'http://localhost/' })
      made.push(...to('POST /v1/billing_portal/configurations'))
    }
    expect(made[0]?.input).toMatchObject({
      'features[subscription_update][trial_update_behavior]': 'continue_trial',
    })
    expect(made).toHaveLength(2)
    expect(made[1]).toEqual(made[0])
  })
})
