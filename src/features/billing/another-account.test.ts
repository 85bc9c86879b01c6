import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTrial } from '../../../test/support/providers/sandbox-checkout.ts'
import { startTestCards } from '../../../test/support/providers/test-cards.ts'
import { type TestApp, answerOf, createTestApp } from '../../../test/support/test-app.ts'
import * as contract from './contract.ts'
import { findCustomer } from './customers.ts'

let app: TestApp
let other: Awaited<ReturnType<typeof startTestCards>>
let own: TestApp['deps']['cards']

beforeAll(async () => {
  app = await createTestApp()
  own = app.deps.cards
  const { database, jobs, log, appUrl, now } = app.deps
  other = await startTestCards({
    database,
    jobs,
    log,
    appUrl,
    now,
    send: (url, init) => app.app.request(url, init),
    secret: 'the secret of quite another account',
  })
})
afterAll(async () => {
  await other.sandbox.close()
  await app.close()
})

async function makeOwnerOnPro() {
  app.deps.cards = own
  const { cookie, session } = await app.signUpAndIn()
  const owner = {
    customer: () => findCustomer(app.deps, session.business.id),
    async choose(plan: 'pro' | 'enterprise'): Promise<string> {
      const body = { plan, interval: 'month' } as const
      const response = await app.send(contract.startPlanCheckout, { body }, { cookie })
      return (await answerOf(contract.startPlanCheckout, response)).url ?? ''
    },
    refresh: async () =>
      answerOf(contract.refreshSubscription, await app.send(contract.refreshSubscription, {}, { cookie })),
  }
  await startTrial(app, await owner.choose('pro'))
  expect((await owner.refresh()).plan).toBe('pro')
  return owner
}

test('under another account nobody stays on what the first one knew, and all is back with the first one', async () => {
  const owner = await makeOwnerOnPro()
  const customerId = await owner.customer()
  app.deps.cards = other.provider
  expect(await owner.refresh()).toMatchObject({ plan: 'free', subscription: null, trialAvailable: false })
  expect(await owner.customer()).toBe(customerId)
  app.deps.cards = own
  expect(await owner.refresh()).toMatchObject({ plan: 'pro', subscription: { status: 'trialing' } })
})

test('a plan can be bought under another account, and who comes back to the first one finds what runs there', async () => {
  const owner = await makeOwnerOnPro()
  const customerId = await owner.customer()
  app.deps.cards = other.provider
  const page = await owner.choose('pro')
  expect(page).toContain(`${app.deps.appUrl}/sandbox/cards/checkout/`)
  expect(await owner.customer()).not.toBe(customerId)

  app.deps.cards = own
  const change = await owner.choose('enterprise')
  expect(change).toContain('/portal/')
  expect(await owner.customer()).toBe(customerId)
  expect(await owner.refresh()).toMatchObject({ plan: 'pro' })
})

test('a page of the first account is not handed out under another', async () => {
  app.deps.cards = own
  const { cookie } = await app.signUpAndIn()
  const choose = async () => {
    const body = { plan: 'pro', interval: 'year' } as const
    const response = await app.send(contract.startPlanCheckout, { body }, { cookie })
    return (await answerOf(contract.startPlanCheckout, response)).url ?? ''
  }
  const page = await choose()
  app.deps.cards = other.provider
  expect(await choose()).not.toBe(page)
})
