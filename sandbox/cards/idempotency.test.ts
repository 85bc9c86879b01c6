import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Stripe } from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestSandbox, createTestSandbox } from '../../test/support/providers/card-sandbox.ts'
import { forgetOldAnswers } from './idempotency.ts'

let sandbox: TestSandbox
let stripe: Stripe
let now = new Date('2026-11-15T12:00:00Z')

beforeAll(async () => {
  sandbox = await createTestSandbox({ now: () => now })
  stripe = sandbox.stripe
})
afterAll(() => sandbox.close())

const count = async (email: string) => (await stripe.customers.list({ email, limit: 100 })).data.length

/** Forwards requests, and drops the connection instead of the first response. */
async function startLossyProxy() {
  const { host, port } = sandbox.address
  let asked = 0
  const server = createServer((request, response) => {
    asked++
    void handOn(request, response, asked === 1)
  })
  const handOn = async (request: IncomingMessage, response: ServerResponse, isLost: boolean) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const answer = await fetch(`http://${host}:${port}${request.url}`, {
      method: request.method ?? 'GET',
      headers: {
        authorization: request.headers.authorization ?? '',
        'idempotency-key': String(request.headers['idempotency-key']),
      },
      body: Buffer.concat(chunks),
    })
    if (isLost) request.socket.destroy()
    else response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text())
  }
  server.listen(0, host)
  await new Promise((resolve) => server.once('listening', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    asked: () => asked,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

test('an answer lost on the way is asked for again and nothing is made twice', async () => {
  const proxy = await startLossyProxy()
  try {
    const client = sandbox.connect({ port: proxy.port })
    const customer = await client.customers.create({ email: 'lost@example.com' })
    expect(proxy.asked()).toBe(2)
    expect(customer.lastResponse.headers['idempotent-replayed']).toBe('true')
    expect(await count('lost@example.com')).toBe(1)
  } finally {
    proxy.close()
  }
})

test('the same key gets the same answer, whatever the order of the fields', async () => {
  const options = { idempotencyKey: 'same' }
  const first = await stripe.customers.create({ email: 'same@example.com', name: 'A' }, options)
  const second = await stripe.customers.create({ name: 'A', email: 'same@example.com' }, options)
  expect(second.id).toBe(first.id)
  expect(await count('same@example.com')).toBe(1)
})

test('the same key with another question is refused', async () => {
  const options = { idempotencyKey: 'other' }
  await stripe.customers.create({ name: 'A' }, options)
  const changed = stripe.customers.create({ name: 'B' }, options)
  await expect(changed).rejects.toBeInstanceOf(Stripe.errors.StripeIdempotencyError)
  const elsewhere = stripe.products.create({ name: 'A' }, options)
  await expect(elsewhere).rejects.toBeInstanceOf(Stripe.errors.StripeIdempotencyError)
})

test('the same key five times at once makes one customer', async () => {
  // The client retries as long as another request with the key is in progress.
  const options = { idempotencyKey: 'at-once', maxNetworkRetries: 10 }
  const params = { email: 'once@example.com' }
  const made = await Promise.all(Array.from({ length: 5 }, () => stripe.customers.create(params, options)))
  expect(new Set(made.map(({ id }) => id)).size).toBe(1)
  expect(await count('once@example.com')).toBe(1)
})

test('a decline is kept for its key, a question put wrongly is not', async () => {
  const options = { idempotencyKey: 'declined' }
  const pay = () =>
    stripe.paymentIntents.create(
      { amount: 500, currency: 'usd', confirm: true, payment_method: 'pm_card_chargeDeclined' },
      options,
    )
  const first: unknown = await pay().catch(String)
  expect(await pay().catch(String)).toBe(first)
  expect(first).toContain('declined')
  expect((await stripe.paymentIntents.list()).data).toHaveLength(1)
  const wrong = stripe.rawRequest('POST', '/v1/customers', { nmae: 'A' }, { idempotencyKey: 'wrong' })
  await expect(wrong).rejects.toMatchObject({ code: 'parameter_unknown' })
  const right = await stripe.customers.create({ name: 'A' }, { idempotencyKey: 'wrong' })
  expect(right.name).toBe('A')
})

test('after a day a key is forgotten', async () => {
  const options = { idempotencyKey: 'old' }
  const first = await stripe.customers.create({ name: 'A' }, options)
  now = new Date(now.getTime() + 25 * 3600 * 1000)
  await forgetOldAnswers(sandbox.sandbox)
  const second = await stripe.customers.create({ name: 'A' }, options)
  expect(second.id).not.toBe(first.id)
})
