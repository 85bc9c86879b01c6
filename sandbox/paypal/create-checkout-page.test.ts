import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestPaypal, createTestPaypal } from '../../test/support/providers/paypal-sandbox.ts'

const hour = 3_600_000
let sandbox: TestPaypal
let references = 0
beforeAll(async () => {
  sandbox = await createTestPaypal()
})
afterAll(() => sandbox.close())

async function newOrder(change: { description?: string; successUrl?: string } = {}) {
  const { sessionId, url } = await sandbox.paypal.checkouts.create({
    reference: `order-${(references += 1)}`,
    currency: 'USD',
    amountMinor: 125_000,
    description: 'Invoice 1A2B3C4D from Test Business',
    email: '',
    successUrl: 'http://localhost:3000/payment-success?invoice_id=1',
    cancelUrl: 'http://localhost:3000/invoices/1/view?canceled=true',
    expiresAt: 0,
    metadata: {},
    ...change,
  })
  return { id: sessionId, url: url ?? '' }
}

async function open(id: string) {
  const response = await sandbox.pages.request(`/checkoutnow?token=${id}`)
  return { status: response.status, headers: response.headers, text: await response.text() }
}

function post(id: string, form: Record<string, string>) {
  return sandbox.pages.request(`/checkoutnow?token=${id}`, {
    method: 'POST',
    body: new URLSearchParams(form),
  })
}

test('the page says what is paid to whom, that no money moves, and what can be done', async () => {
  const { id } = await newOrder()
  const { status, headers, text } = await open(id)
  expect(status).toBe(200)
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('x-robots-tag')).toBe('noindex, nofollow')
  expect(text).toContain('<title>Pay with PayPal · PayPal sandbox</title>')
  expect(text).toContain('Invoice 1A2B3C4D from Test Business')
  expect(text).toContain('$1,250.00')
  expect(text).toContain('This isn’t PayPal. You don’t need an account, and no money moves.')
  expect([...text.matchAll(/<button[^>]*>\s*([^<]+?)\s*<\/button>/g)].map((match) => match[1])).toEqual([
    'Pay with the demo balance',
    'Pay with a card that is declined',
    'Pay by bank',
    'Pay, held until accepted',
    'Pay, held and denied',
    'Pay above the business’s limit',
    'Pay to a restricted account',
  ])
  expect(text).toContain(`href="http://localhost:3000/invoices/1/view?canceled=true&amp;token=${id}"`)
})

test('what a business calls itself is text and nothing else', async () => {
  const { id } = await newOrder({ description: '"><script>alert(1)</script>' })
  expect((await open(id)).text).not.toContain('<script')
})

test('after a refused card the page says so, and no longer once another way was chosen', async () => {
  const { id, url } = await newOrder()
  await sandbox.choose(url, 'refused-card')
  await sandbox.paypal.checkouts.read(id)
  expect((await open(id)).text).toContain('That card was declined. Nothing was charged.')
  await sandbox.choose(url, 'bank')
  expect((await open(id)).text).not.toContain('That card was declined.')
})

test('a button that is not there does nothing', async () => {
  const { id } = await newOrder()
  for (const form of [{}, { pay: 'gold' }] as Record<string, string>[]) {
    const response = await post(id, form)
    expect(response.headers.get('location')).toBe(`/sandbox/paypal/checkoutnow?token=${id}`)
  }
  expect(await sandbox.paypal.checkouts.read(id)).toMatchObject({ state: 'open' })
})

test('a payment that is made is not made again', async () => {
  const { id, url } = await newOrder()
  const back = await sandbox.choose(url, 'balance')
  await sandbox.paypal.checkouts.read(id)
  const { status, text } = await open(id)
  expect(status).toBe(200)
  expect(text).toContain('You don’t need to pay again.')
  expect(await sandbox.choose(url, 'refused-card')).toBe(back)
  expect(await sandbox.paypal.checkouts.read(id)).toMatchObject({ state: 'paid' })
})

test('too late is too late', async () => {
  const { id, url } = await newOrder()
  sandbox.letPass(3 * hour + 1000)
  const { status, text } = await open(id)
  expect(status).toBe(410)
  expect(text).toContain('nothing was charged')
  expect(await sandbox.choose(url, 'balance')).toBeNull()
})

test('an order of nobody is not found, on a page that says it is a sandbox', async () => {
  for (const token of ['5O190127TN364715T', '', 'x', '%00', '%zz', 'a'.repeat(4000)]) {
    const { status, text } = await open(token)
    expect([token, status]).toEqual([token, 404])
    expect(text).toContain('no money moves')
  }
})

test('forms are limited in size and in number', async () => {
  const { id } = await newOrder()
  expect((await post(id, { pay: 'x'.repeat(20_000) })).status).toBe(413)
  const seen = new Set<number>()
  for (let index = 0; index < 59; index += 1) seen.add((await post(id, {})).status)
  expect(seen).toEqual(new Set([303]))
  const refused = await post(id, {})
  expect(refused.status).toBe(429)
  expect(await refused.text()).toContain('PayPal sandbox')
})
