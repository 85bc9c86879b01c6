import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFakeBilling, subscriptionFacts } from '../../../test/support/providers/fake-billing.ts'
import { type TestApp, answerOf, createTestApp, problemOf } from '../../../test/support/test-app.ts'
import * as contract from './contract.ts'

const publicUrl = 'https://books.example.com'
const fake = createFakeBilling()
let app: TestApp

beforeAll(async () => {
  app = await createTestApp({ cards: fake.provider })
})
afterAll(() => app.close())

async function makeOwner() {
  const { cookie, session } = await app.signUpAndIn()
  const body = { plan: 'enterprise', interval: 'month' } as const
  return {
    businessId: session.business.id,
    buy: () => app.send(contract.startPlanCheckout, { body }, { cookie }),
    refresh: async () =>
      answerOf(contract.refreshSubscription, await app.send(contract.refreshSubscription, {}, { cookie })),
  }
}

/** As if the operator had configured another address, or a key. */
async function on<T>(deps: { appUrl?: string; isLive?: boolean }, work: () => Promise<T>): Promise<T> {
  const { appUrl, cards } = app.deps
  app.deps.appUrl = deps.appUrl ?? appUrl
  app.deps.cards = { ...cards, isLive: deps.isLive ?? false }
  try {
    return await work()
  } finally {
    Object.assign(app.deps, { appUrl, cards })
  }
}

test('a test card buys no plan on a public installation, and the owner reads what is missing', async () => {
  const owner = await makeOwner()
  const refused = await on({ appUrl: publicUrl }, owner.buy)
  expect(await problemOf(refused)).toMatchObject({
    code: 'NOT_CONFIGURED',
    message:
      'Plans can’t be purchased here yet. The operator of this installation needs to set up card payments first.',
  })
  expect(fake.sessions.size).toBe(0)
  expect((await on({ appUrl: publicUrl, isLive: true }, owner.buy)).status).toBe(200)
})

test('a plan bought with a test card before the address became public is not given afterwards', async () => {
  const owner = await makeOwner()
  expect((await owner.buy()).status).toBe(200)
  const bought = subscriptionFacts({ lookupKey: 'millrace_enterprise_month' })
  // Not active at first, as while its first payment is not confirmed.
  for (const status of ['incomplete', 'active', 'active'] as const) {
    fake.setSubscriptions(owner.businessId, { ...bought, status })
    expect(await on({ appUrl: publicUrl }, owner.refresh)).toMatchObject({ plan: 'free', canBuy: false })
  }
  expect(await owner.refresh()).toMatchObject({ plan: 'enterprise', canBuy: true })
})

test('a plan that a business has stays, can end, and cannot be raised', async () => {
  const owner = await makeOwner()
  await owner.buy()
  fake.setSubscriptions(owner.businessId, subscriptionFacts())
  expect(await owner.refresh()).toMatchObject({ plan: 'pro' })
  await on({ appUrl: publicUrl }, async () => {
    expect(await owner.refresh()).toMatchObject({ plan: 'pro' })
    const raised = subscriptionFacts({ lookupKey: 'millrace_enterprise_month' })
    fake.setSubscriptions(owner.businessId, raised)
    expect(await owner.refresh()).toMatchObject({ plan: 'pro' })
    fake.setSubscriptions(owner.businessId, { ...raised, status: 'canceled' })
    expect(await owner.refresh()).toMatchObject({ plan: 'free' })
  })
})
