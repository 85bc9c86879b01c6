import { once } from 'node:events'
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Stripe } from 'stripe'
import { afterEach, describe, expect, test } from 'vitest'
import { CardProviderError, SignatureRefused } from './card-provider.ts'
import { createStripeProvider } from './stripe-provider.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** A server at the card provider's address. */
async function providerAnswering(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  timeout?: number,
) {
  const server = createServer(answer)
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return providerAt((server.address() as AddressInfo).port, timeout === undefined ? {} : { timeout })
}

function providerAt(port: number, { secretKey = 'sk_test_key', timeout = 60_000 } = {}) {
  return createStripeProvider({
    secretKey,
    webhookSecret: 'whsec_secret',
    address: { host: '127.0.0.1', port, protocol: 'http' },
    prices: [],
    productName: 'Millrace',
    timeout,
  })
}

function sending(status: number, body: unknown) {
  return (_: IncomingMessage, response: ServerResponse) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }
}

const intent = {
  id: 'pi_1',
  status: 'succeeded',
  currency: 'usd',
  amount_received: 12_300,
  created: 1_700_000_000,
  latest_charge: { created: 1_700_000_100 },
  last_payment_error: null,
}
const session = {
  id: 'cs_1',
  object: 'checkout.session',
  mode: 'payment',
  status: 'complete',
  payment_status: 'paid',
  client_reference_id: 'ours',
  payment_intent: intent,
}
const request = {
  reference: 'ours',
  currency: 'USD',
  amountMinor: 12_300,
  description: 'Invoice 1A2B3C4D from Test Business',
  email: 'client@example.com',
  successUrl: 'http://localhost:3000/payment-success',
  cancelUrl: 'http://localhost:3000/',
  expiresAt: 1_800_000_000,
  metadata: {},
}

async function kindOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => new Error('nothing went wrong'),
    (thrown: unknown) => thrown,
  )
  return error instanceof CardProviderError ? error.kind : String(error)
}

describe('a provider that cannot be relied on is never taken for one that was paid', () => {
  test.each([
    ['is down', sending(500, { error: { type: 'api_error' } }), 'unreachable'],
    [
      'asks for patience',
      sending(429, { error: { type: 'invalid_request_error', code: 'rate_limit' } }),
      'unreachable',
    ],
    ['hangs up', (_: IncomingMessage, response: ServerResponse) => void response.destroy(), 'unreachable'],
    ['answers with a page', sending(200, '<html>Welcome</html>'), 'malformed'],
    ['answers with nothing', sending(200, {}), 'malformed'],
    [
      'answers in a currency that does not exist',
      sending(200, { ...session, payment_intent: { ...intent, currency: 'xxx' } }),
      'malformed',
    ],
    ['says paid without a payment', sending(200, { ...session, payment_intent: null }), 'malformed'],
    ['does not know the session', sending(404, { error: { type: 'invalid_request_error' } }), 'refused'],
    ['does not know the key', sending(401, { error: { type: 'invalid_request_error' } }), 'refused'],
  ])('one that %s', async (_, answer, kind) => {
    const provider = await providerAnswering(answer)
    expect(await kindOf(provider.checkouts.read('cs_1'))).toBe(kind)
    // Creating a checkout reads less of the response, and fails in the same way.
    if (kind !== 'malformed') expect(await kindOf(provider.checkouts.create(request))).toBe(kind)
  })

  test('one that never answers', async () => {
    const provider = await providerAnswering(() => undefined, 300)
    expect(await kindOf(provider.checkouts.read('cs_1'))).toBe('unreachable')
    expect(await kindOf(provider.checkouts.create(request))).toBe('unreachable')
  })

  test('one that is not there', async () => {
    const provider = providerAt(1)
    expect(await kindOf(provider.checkouts.create(request))).toBe('unreachable')
    expect(await kindOf(provider.refunds.list('pi_1'))).toBe('unreachable')
    expect(await kindOf(provider.billing.listSubscriptions('cus_1'))).toBe('unreachable')
  })

  test('a declined card is told apart from a provider in trouble', async () => {
    const error = {
      type: 'card_error',
      code: 'card_declined',
      decline_code: 'generic_decline',
      message: 'No.',
    }
    const provider = await providerAnswering(sending(402, { error }))
    expect(
      await kindOf(
        provider.refunds.create({ reference: 'r', paymentId: 'pi_1', currency: 'USD', amountMinor: 1 }),
      ),
    ).toBe('declined')
  })
})

describe('how a checkout stands', () => {
  test.each([
    [
      {},
      {
        state: 'paid',
        paymentId: 'pi_1',
        currency: 'USD',
        amountMinor: 12_300,
        paidAt: new Date(1_700_000_100_000),
      },
    ],
    [
      { status: 'open', payment_status: 'unpaid', payment_intent: null },
      { state: 'open', declined: null },
    ],
    [
      {
        status: 'open',
        payment_status: 'unpaid',
        payment_intent: { ...intent, last_payment_error: { message: 'Your card was declined.' } },
      },
      { state: 'open', declined: 'Your card was declined.' },
    ],
    [
      { payment_status: 'unpaid', payment_intent: { ...intent, status: 'processing' } },
      { state: 'processing' },
    ],
    // A debit whose bank waits for the client to verify the account.
    [
      { payment_status: 'unpaid', payment_intent: { ...intent, status: 'requires_action' } },
      { state: 'processing' },
    ],
    [
      { payment_status: 'unpaid', payment_intent: { ...intent, status: 'canceled' } },
      { state: 'expired', declined: 'The payment failed.' },
    ],
    [
      { payment_status: 'unpaid', payment_intent: { ...intent, status: 'requires_payment_method' } },
      { state: 'expired', declined: 'The payment failed.' },
    ],
    [
      { status: 'expired', payment_status: 'unpaid', payment_intent: null },
      { state: 'expired', declined: null },
    ],
  ])('%#', async (change, facts) => {
    const provider = await providerAnswering(sending(200, { ...session, ...change }))
    expect(await provider.checkouts.read('cs_1')).toEqual({ reference: 'ours', ...facts })
  })

  test('a session without an address is passed on as one', async () => {
    const provider = await providerAnswering(sending(200, { ...session, url: null }))
    expect(await provider.checkouts.create(request)).toEqual({ sessionId: 'cs_1', url: null })
  })
})

test('what another account has is told apart from what is refused', async () => {
  const missing = { type: 'invalid_request_error', code: 'resource_missing', message: 'No such customer' }
  const provider = await providerAnswering(sending(400, { error: missing }))
  await expect(provider.billing.listSubscriptions('cus_1')).rejects.toMatchObject({ isMissing: true })
  const refusing = await providerAnswering(sending(401, { error: { type: 'invalid_request_error' } }))
  await expect(refusing.billing.listSubscriptions('cus_1')).rejects.toMatchObject({ isMissing: false })
})

test.each([
  ['a key without the right to do it', 403, {}, { isForbidden: true }],
  ['an account that may not charge', 400, { code: 'testmode_charges_only' }, { problem: 'not-enabled' }],
  [
    'an account whose charges are paused',
    400,
    { message: 'Your account cannot currently make live charges.' },
    { problem: 'account-restricted' },
  ],
  [
    'a question that is wrong',
    400,
    { code: 'parameter_missing' },
    { isForbidden: false, isWrongKey: false, problem: null },
  ],
  ['a key that is unknown', 401, {}, { isWrongKey: true, isForbidden: false }],
  ['a key that has expired', 400, { code: 'platform_api_key_expired' }, { isWrongKey: true }],
])('%s is told apart from other refusals', async (_, status, error, signs) => {
  const body = { type: 'invalid_request_error', message: 'No.', ...error }
  const provider = await providerAnswering(sending(status, { error: body }))
  await expect(provider.checkouts.create(request)).rejects.toMatchObject({ kind: 'refused', ...signs })
})

test('a request whose answer is lost is sent again under the same key', async () => {
  const keys: unknown[] = []
  const provider = await providerAnswering((received, response) => {
    keys.push(received.headers['idempotency-key'])
    if (keys.length === 1) response.destroy()
    else sending(200, { ...session, url: 'http://localhost/pay' })(received, response)
  })
  await provider.checkouts.create(request)
  expect(keys).toEqual(['checkout-ours', 'checkout-ours'])
})

test('the client’s own keys are used where we give none', async () => {
  const keys: unknown[] = []
  const provider = await providerAnswering((received, response) => {
    keys.push(received.headers['idempotency-key'])
    if (keys.length === 1) response.destroy()
    else sending(200, session)(received, response)
  })
  await provider.checkouts.expire('cs_1')
  expect(keys[0]).toMatch(/^stripe-node-retry-/)
  expect(keys[1]).toBe(keys[0])
})

test('only a live key charges real cards', () => {
  for (const [key, isLive] of [
    ['sk_live_1', true],
    ['rk_live_1', true],
    ['sk_test_1', false],
  ] as const) {
    expect(providerAt(1, { secretKey: key }).isLive).toBe(isLive)
  }
})

describe('events', () => {
  const { webhooks } = new Stripe('sk_test_key')
  const event = {
    id: 'evt_1',
    object: 'event',
    type: 'checkout.session.completed',
    data: { object: { ...session, payment_intent: 'pi_1' } },
  }

  function sign(payload: string, { secret = 'whsec_secret', age = 0 } = {}) {
    const timestamp = Math.floor(Date.now() / 1000) - age
    return webhooks.generateTestHeaderString({ payload, secret, timestamp })
  }

  const provider = providerAt(1)
  const read = (payload: string, signature: string | undefined) =>
    provider.webhooks.read(Buffer.from(payload), signature)

  test('are read for what they are about, and no more', () => {
    const about = (type: string, object: object) => {
      const payload = JSON.stringify({ ...event, type, data: { object } })
      return read(payload, sign(payload)).subject
    }
    expect(about(event.type, event.data.object)).toEqual({
      kind: 'checkout',
      sessionId: 'cs_1',
      reference: 'ours',
    })
    const subscribed = { ...session, mode: 'subscription', customer: 'cus_1', payment_intent: null }
    expect(about(event.type, subscribed)).toEqual({ kind: 'subscription', customerId: 'cus_1' })
    const refund = { kind: 'refund', paymentId: 'pi_1', customerId: null }
    expect(about('charge.refunded', { payment_intent: 'pi_1', customer: null })).toEqual(refund)
    expect(about('charge.refunded', { payment_intent: 'pi_1', customer: 'cus_1' })).toEqual({
      ...refund,
      customerId: 'cus_1',
    })
    expect(about('refund.failed', { payment_intent: 'pi_1' })).toEqual(refund)
    const changed = { id: 'sub_1', customer: 'cus_1' }
    const subscription = { kind: 'subscription', customerId: 'cus_1' }
    expect(about('customer.subscription.updated', changed)).toEqual(subscription)
    expect(about('something.new', changed)).toEqual({ kind: 'other' })
    expect(about('refund.created', { payment_intent: 7 })).toEqual({ kind: 'other' })
  })

  test('are refused without a good and fresh signature over these very bytes', () => {
    const payload = JSON.stringify(event)
    const refused = (body: string, signature: string | undefined) =>
      expect(() => read(body, signature)).toThrow(SignatureRefused)
    refused(payload, undefined)
    refused(payload, '')
    refused(payload, 'malformed')
    refused(payload, sign(payload, { secret: 'whsec_other' }))
    refused(payload, sign(payload, { age: 301 }))
    refused(payload.replace('12300', '1'), sign(payload.replace('cs_1', 'cs_2')))
    refused('not json', sign('not json'))
    expect(read(payload, sign(payload, { age: 200 })).id).toBe('evt_1')
  })

  test('are all refused where there is no secret to check them with', () => {
    const payload = JSON.stringify(event)
    for (const webhookSecret of [undefined, '']) {
      const deaf = createStripeProvider({
        secretKey: 'sk_test_key',
        webhookSecret,
        prices: [],
        productName: '',
      })
      for (const secret of ['whsec_secret', 'x']) {
        const signature = sign(payload, { secret })
        expect(() => deaf.webhooks.read(Buffer.from(payload), signature)).toThrow(SignatureRefused)
      }
    }
  })
})

describe('disputes', () => {
  const dispute = {
    id: 'dp_1',
    amount: 5000,
    currency: 'usd',
    reason: 'fraudulent',
    status: 'needs_response',
    created: 1_700_000_000,
    payment_intent: 'pi_1',
    evidence_details: { due_by: 1_700_600_000 },
  }
  const listing = (...data: object[]) => sending(200, { object: 'list', data, has_more: false })

  test.each([
    ['warning_needs_response', { state: 'inquiry', isClosed: false, needsResponse: true }],
    ['warning_closed', { state: 'inquiry', isClosed: true, needsResponse: false }],
    ['needs_response', { state: 'open', isClosed: false, needsResponse: true }],
    ['under_review', { state: 'open', isClosed: false, needsResponse: false }],
    ['won', { state: 'won', isClosed: true, needsResponse: false }],
    ['lost', { state: 'lost', isClosed: true, needsResponse: false }],
    ['a_word_to_come', { state: null, isClosed: false, needsResponse: false }],
  ])('the status %s is told in our words', async (status, expected) => {
    const provider = await providerAnswering(listing({ ...dispute, status }))
    expect(await provider.disputes.list('pi_1')).toEqual([
      {
        providerDisputeId: 'dp_1',
        paymentId: 'pi_1',
        currency: 'USD',
        amountMinor: 5000,
        reason: 'fraudulent',
        status,
        ...expected,
        evidenceDueAt: new Date(1_700_600_000_000),
        openedAt: new Date(1_700_000_000_000),
        url: 'https://dashboard.stripe.com/test/disputes/dp_1',
      },
    ])
  })

  test('one in an unknown currency has no amount, one without a payment of ours is left out', async () => {
    const foreign = { ...dispute, currency: 'xxx', evidence_details: { due_by: 0 } }
    const yen = { ...dispute, currency: 'jpy' }
    const provider = await providerAnswering(listing(foreign, yen, { ...dispute, payment_intent: null }))
    expect(await provider.disputes.listSince(new Date())).toMatchObject([
      { amountMinor: null, evidenceDueAt: null },
      { currency: 'JPY', amountMinor: 5000 },
    ])
  })
})
