import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createFakeBilling, subscriptionFacts } from '../../../test/support/providers/fake-billing.ts'
import {
  type TestApp,
  answerOf,
  createTestApp,
  problemOf,
  testOrigin,
} from '../../../test/support/test-app.ts'
import type { Endpoint } from '../../shared/endpoint.ts'
import * as contract from './contract.ts'
import { ensureCustomer } from './customers.ts'

const fake = createFakeBilling({ isLive: true })
let app: TestApp

beforeAll(async () => {
  app = await createTestApp({ cards: fake.provider })
})
afterAll(() => app.close())
beforeEach(() => {
  fake.failure = null
})

async function makeSubscriber() {
  const { cookie, session } = await app.signUpAndIn()
  const businessId = session.business.id
  await ensureCustomer(app.deps, { businessId, name: 'Mill', email: 'a@example.com' })
  fake.setSubscriptions(businessId, subscriptionFacts())
  return { cookie, businessId }
}

const post = (endpoint: Endpoint, cookie: string, body?: object) =>
  app.app.request(endpoint.path, {
    method: 'POST',
    headers: { origin: testOrigin, cookie, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })

describe('what a plan checkout takes', () => {
  test('a plan that is none of ours is refused in the specified words', async () => {
    const { cookie } = await app.signUpAndIn()
    for (const plan of ['free', 'gold', '', null, 7]) {
      const response = await post(contract.startPlanCheckout, cookie, { plan, interval: 'month' })
      expect(response.status).toBe(422)
      expect(await problemOf(response)).toMatchObject({ fields: { plan: 'Invalid plan selected' } })
    }
  })

  test('prices, amounts and addresses are not the browser’s to name', async () => {
    const { cookie } = await app.signUpAndIn()
    const wish = { plan: 'pro', interval: 'month' }
    const extras = [
      { priceId: 'price_1' },
      { successUrl: 'https://evil.example' },
      { cancelUrl: 'https://evil.example' },
      { customerId: 'cus_1' },
      { trialDays: 365 },
    ]
    for (const extra of extras) {
      const response = await post(contract.startPlanCheckout, cookie, { ...wish, ...extra })
      expect([extra, response.status]).toEqual([extra, 422])
    }
    expect(fake.calls.startSubscription).toEqual([])
  })

  test('whatever the request says of itself, the addresses are those of the product', async () => {
    const { cookie } = await makeSubscriber()
    const headers = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      referer: 'https://evil.example',
    }
    const other = await app.signUpAndIn()
    await app.send(contract.openPortal, {}, { cookie, headers })
    const body = { plan: 'pro', interval: 'month' } as const
    await app.send(contract.startPlanCheckout, { body }, { cookie: other.cookie, headers })
    const urls = [
      ...fake.calls.openPortal.map(({ returnUrl }) => returnUrl),
      ...fake.calls.startSubscription.flatMap(({ successUrl, cancelUrl }) => [successUrl, cancelUrl]),
    ]
    expect(urls).toHaveLength(3)
    for (const url of urls) expect(new URL(url).origin).toBe(testOrigin)
  })
})

describe('Manage Subscription', () => {
  test('leads to the portal of the business’s own customer', async () => {
    const { cookie, businessId } = await makeSubscriber()
    const answer = await answerOf(contract.openPortal, await app.send(contract.openPortal, {}, { cookie }))
    expect(answer.url).toBe('https://cards.example/portal')
    expect(fake.calls.openPortal.at(-1)).toEqual({
      customerId: fake.customerOf(businessId),
      returnUrl: `${testOrigin}/settings?tab=subscription`,
    })
  })

  test('leads nowhere before there was a subscription', async () => {
    const { cookie } = await app.signUpAndIn()
    const response = await app.send(contract.openPortal, {}, { cookie })
    expect(response.status).toBe(404)
    expect(await problemOf(response)).toMatchObject({ message: 'There is no subscription to manage yet.' })
  })

  test('says in our words that the provider failed', async () => {
    const { cookie } = await makeSubscriber()
    fake.failure = { kind: 'unreachable' }
    const response = await app.send(contract.openPortal, {}, { cookie })
    expect(await problemOf(response)).toMatchObject({
      code: 'CARD_PROVIDER_FAILED',
      message: 'There was an error accessing the customer portal. Please try again.',
    })
  })
})

describe('Refresh Status', () => {
  test('asks the provider and answers with what holds now', async () => {
    const { cookie } = await makeSubscriber()
    const read = async () =>
      answerOf(contract.getSubscription, await app.send(contract.getSubscription, {}, { cookie }))
    expect(await read()).toMatchObject({ plan: 'free', isSandbox: false })
    const response = await app.send(contract.refreshSubscription, {}, { cookie })
    const refreshed = await answerOf(contract.refreshSubscription, response)
    expect(refreshed).toMatchObject({ plan: 'pro', subscription: { status: 'active' }, canManage: true })
    expect(await read()).toEqual(refreshed)
  })

  test('asks nobody for a business without a customer', async () => {
    const { cookie } = await app.signUpAndIn()
    const asked = fake.calls.listSubscriptions.length
    const response = await app.send(contract.refreshSubscription, {}, { cookie })
    expect(await answerOf(contract.refreshSubscription, response)).toMatchObject({ plan: 'free' })
    expect(fake.calls.listSubscriptions).toHaveLength(asked)
  })

  test('leaves the plan as it was while the provider does not answer', async () => {
    const { cookie } = await makeSubscriber()
    await app.send(contract.refreshSubscription, {}, { cookie })
    fake.failure = { kind: 'malformed' }
    const response = await app.send(contract.refreshSubscription, {}, { cookie })
    expect(response.status).toBe(502)
    const answer = await app.send(contract.getSubscription, {}, { cookie })
    expect(await answerOf(contract.getSubscription, answer)).toMatchObject({ plan: 'pro' })
  })
})

test('each is taken twenty times an hour from a business, and from others all the same', async () => {
  const { cookie } = await makeSubscriber()
  const other = await makeSubscriber()
  const body = { plan: 'pro', interval: 'month' }
  for (const endpoint of [contract.startPlanCheckout, contract.openPortal, contract.refreshSubscription]) {
    for (let count = 0; count < 20; count++) {
      expect((await post(endpoint, cookie, body)).status).toBe(200)
    }
    const refused = await post(endpoint, cookie, body)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await post(endpoint, other.cookie, body)).status).toBe(200)
  }
})
