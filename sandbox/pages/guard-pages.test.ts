import { Hono } from 'hono'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requestLog } from '../../src/platform/http/guards.ts'
import type { HttpEnv } from '../../src/platform/http/http-env.ts'
import { type TestSandbox, createTestSandbox } from '../../test/support/providers/card-sandbox.ts'
import { pagesPath } from '../cards/card-sandbox.ts'

const declined = { number: '4000000000000002', expiry: '12 / 40', cvc: '123' }
let sandbox: TestSandbox
let app: Hono<HttpEnv>

beforeAll(async () => {
  sandbox = await createTestSandbox()
  app = new Hono<HttpEnv>()
  app.use(requestLog(sandbox.sandbox.log, true))
  app.route(pagesPath, sandbox.pages)
})
afterAll(() => sandbox.close())

function send(path: string, ip: string, form: Record<string, string> = {}) {
  return app.request(pagesPath + path, {
    method: 'POST',
    headers: { 'x-forwarded-for': ip },
    body: new URLSearchParams(form),
  })
}

async function statuses(count: number, work: (index: number) => Response | Promise<Response>) {
  const seen: number[] = []
  for (let index = 0; index < count; index += 1) seen.push((await work(index)).status)
  return seen
}

async function newCheckout(): Promise<string> {
  const { id } = await sandbox.stripe.checkout.sessions.create({
    mode: 'payment',
    success_url: 'http://localhost:3000/done',
    line_items: [{ price_data: { currency: 'usd', unit_amount: 500, product_data: { name: 'A' } } }],
  })
  return `/checkout/${id}`
}

async function newPortal(): Promise<string> {
  const { customers, billingPortal } = sandbox.stripe
  await billingPortal.configurations.create({ features: {} })
  const { id: customer } = await customers.create({})
  const { id } = await billingPortal.sessions.create({ customer, return_url: 'http://localhost:3000/' })
  return `/portal/${id}`
}

test('a checkout takes sixty cards in ten minutes, from wherever they come, and then writes nothing', async () => {
  const path = await newCheckout()
  const seen = await statuses(60, (index) => send(path, `192.0.2.${index}`, declined))
  expect(new Set(seen)).toEqual(new Set([402]))
  const charges = async () => (await sandbox.stripe.charges.list({ limit: 100 })).data.length
  const before = await charges()
  const refused = await send(path, '192.0.2.99', declined)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(500)
  expect(await refused.text()).toMatch(/Too many attempts\. Please try again in \d+ minutes\./)
  expect(await charges()).toBe(before)
  expect((await app.request(pagesPath + path)).status).toBe(200)
  expect((await send(await newCheckout(), '192.0.2.99', declined)).status).toBe(402)
})

test('a portal is limited in the same way, its confirmations and its clock included', async () => {
  const path = await newPortal()
  const seen = await statuses(60, (index) => send(`${path}/clock`, `198.51.100.${index}`, { move: 'none' }))
  expect(new Set(seen)).toEqual(new Set([303]))
  for (const action of ['/clock', '/card', '/card/confirm', '/cancel']) {
    expect((await send(path + action, '198.51.100.99')).status).toBe(429)
  }
})

test('one address sends 240 forms in ten minutes, whichever ids it makes up', async () => {
  const madeUp = () => `/checkout/cs_test_${randomBytes(24).toString('hex')}`
  expect(new Set(await statuses(240, () => send(madeUp(), '203.0.113.7')))).toEqual(new Set([404]))
  const { platform } = sandbox.database
  const countLimits = async () =>
    (await platform.query(`select key from platform.rate_limits where key like 'card-sandbox:%'`)).rowCount
  const before = await countLimits()
  expect((await send(madeUp(), '203.0.113.7')).status).toBe(429)
  expect((await send(await newCheckout(), '203.0.113.7', declined)).status).toBe(429)
  expect(await countLimits()).toBe(before)
  expect((await send(await newCheckout(), '203.0.113.8', declined)).status).toBe(402)
})

test('where no address is known, the session alone is counted', async () => {
  const path = await newCheckout()
  const post = () => sandbox.pages.request(path, { method: 'POST' })
  expect(new Set(await statuses(60, post))).toEqual(new Set([422]))
  expect((await post()).status).toBe(429)
})

test('an id that was never given out is not found, whatever it is made of', async () => {
  for (const id of ['%00', '%zz', 'cs_test_%00', 'a'.repeat(4000), '%F0%9F%92%B3']) {
    for (const unknownPath of [
      `/checkout/${id}`,
      `/checkout/${id}/confirm`,
      `/portal/${id}`,
      `/portal/${id}/card`,
    ]) {
      const page = await sandbox.pages.request(unknownPath)
      expect([unknownPath, page.status]).toEqual([unknownPath, 404])
      expect(await page.text()).toMatch(/Checkout not found|This page has expired/)
      expect(page.headers.get('cache-control')).toBe('no-store')
      expect((await send(unknownPath, '203.0.113.9')).status).toBe(404)
    }
  }
})

test('a card that no database could hold is not confirmed', async () => {
  const form = { card: 'pm_\0', answer: 'complete' }
  expect((await send(`${await newPortal()}/card/confirm`, '203.0.113.10', form)).status).toBe(422)
})
