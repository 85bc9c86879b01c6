import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createFakeBilling, subscriptionFacts } from '../../../test/support/providers/fake-billing.ts'
import { type TestApp, createTestApp } from '../../../test/support/test-app.ts'
import { ensureCustomer } from './customers.ts'
import { getSubscription } from './get-subscription.ts'
import { startBillingJobs, reconcileAll } from './jobs.ts'
import { startPlanCheckout } from './start-plan-checkout.ts'
import { syncSubscription } from './sync-subscription.ts'

const minute = 60_000
const fake = createFakeBilling()
let clock = 0
const now = () => new Date(Date.UTC(2026, 10, 15, 12) + clock)
let app: TestApp

beforeAll(async () => {
  app = await createTestApp({ cards: fake.provider, now })
})
afterAll(() => app.close())
beforeEach(() => {
  fake.failure = null
})

async function makeCustomer() {
  const { session } = await app.signUpAndIn()
  const payer = { businessId: session.business.id, name: 'Mill', email: 'a@example.com' }
  const customerId = await ensureCustomer(app.deps, payer)
  return {
    payer,
    customerId,
    businessId: payer.businessId,
    read: () => getSubscription(app.deps, payer.businessId),
  }
}

const timesAsked = (customerId: string) =>
  fake.calls.listSubscriptions.filter((asked) => asked === customerId).length

test('a period that ended ten minutes ago is asked about, one that runs is not', async () => {
  const [due, running] = [await makeCustomer(), await makeCustomer()]
  const end = new Date(now().getTime() + 30 * minute)
  fake.setSubscriptions(due.businessId, subscriptionFacts({ currentPeriodEnd: end }))
  fake.setSubscriptions(running.businessId, subscriptionFacts())
  await syncSubscription(app.deps, due.businessId)
  await syncSubscription(app.deps, running.businessId)
  fake.setSubscriptions(due.businessId, subscriptionFacts({ status: 'canceled', endedAt: end }))

  clock += 39 * minute
  await reconcileAll(app.deps)
  expect(await due.read()).toMatchObject({ plan: 'pro' })
  clock += 2 * minute
  await reconcileAll(app.deps)
  expect(await due.read()).toMatchObject({ plan: 'free', subscription: { status: 'canceled' } })
  expect(timesAsked(running.customerId)).toBe(1)
  // An ended subscription is not polled again.
  await reconcileAll(app.deps)
  expect(timesAsked(due.customerId)).toBe(2)
})

test('what was bought without an event or a return is found, and a page that was left is forgotten', async () => {
  const [buyer, leaver] = [await makeCustomer(), await makeCustomer()]
  const wish = { plan: 'enterprise', interval: 'month' } as const
  await startPlanCheckout(app.deps, buyer.payer, wish)
  const left = await startPlanCheckout(app.deps, leaver.payer, wish)
  const bought = [...fake.sessions.values()].find(({ request }) => request.customerId === buyer.customerId)
  fake.complete(
    bought?.id ?? '',
    subscriptionFacts({ lookupKey: 'millrace_enterprise_month', status: 'trialing' }),
  )
  await reconcileAll(app.deps)
  expect(await buyer.read()).toMatchObject({ plan: 'free' })
  clock += 11 * minute
  await reconcileAll(app.deps)
  expect(await buyer.read()).toMatchObject({ plan: 'enterprise' })
  expect((await startPlanCheckout(app.deps, leaver.payer, wish)).url).toBe(left.url)

  clock += 24 * 60 * minute
  await reconcileAll(app.deps)
  const asked = timesAsked(leaver.customerId)
  await reconcileAll(app.deps)
  expect(timesAsked(leaver.customerId)).toBe(asked)
  expect(await leaver.read()).toMatchObject({ plan: 'free', trialAvailable: true })
})

test('who lost the plan because the provider did not know the customer is asked about again', async () => {
  const { businessId, customerId, read } = await makeCustomer()
  const end = new Date(now().getTime() + 30 * minute)
  fake.setSubscriptions(businessId, subscriptionFacts({ currentPeriodEnd: end }))
  await syncSubscription(app.deps, businessId)
  fake.failure = { kind: 'refused', only: 'listSubscriptions', isMissing: true }
  await syncSubscription(app.deps, businessId)
  expect(await read()).toMatchObject({ plan: 'free' })
  await reconcileAll(app.deps)
  expect(timesAsked(customerId)).toBe(3)
  fake.failure = null
  await reconcileAll(app.deps)
  expect(await read()).toMatchObject({ plan: 'pro' })

  // After the known period is over, the customer is not polled any more.
  fake.failure = { kind: 'refused', only: 'listSubscriptions', isMissing: true }
  await syncSubscription(app.deps, businessId)
  clock += 41 * minute
  const asked = timesAsked(customerId)
  await reconcileAll(app.deps)
  expect(timesAsked(customerId)).toBe(asked)
})

test('one that the provider refuses does not stop the others', async () => {
  const customers = [await makeCustomer(), await makeCustomer(), await makeCustomer()]
  const end = new Date(now().getTime() + minute)
  for (const { businessId } of customers) {
    fake.setSubscriptions(businessId, subscriptionFacts({ currentPeriodEnd: end }))
    await syncSubscription(app.deps, businessId)
    fake.setSubscriptions(businessId, subscriptionFacts({ status: 'canceled' }))
  }
  clock += 12 * minute
  const { billing } = fake.provider
  const { listSubscriptions } = billing
  billing.listSubscriptions = async (customerId) => {
    if (customerId === customers[0]?.customerId) throw new Error('no such customer')
    return listSubscriptions(customerId)
  }
  await reconcileAll(app.deps)
  billing.listSubscriptions = listSubscriptions
  const plans = await Promise.all(customers.map(async ({ read }) => (await read()).plan))
  expect(plans).toEqual(['pro', 'free', 'free'])
})

test('the job looks at once when the process starts', async () => {
  const { businessId, read } = await makeCustomer()
  const end = new Date(now().getTime() + minute)
  fake.setSubscriptions(businessId, subscriptionFacts({ currentPeriodEnd: end }))
  await syncSubscription(app.deps, businessId)
  fake.setSubscriptions(businessId, subscriptionFacts({ status: 'canceled' }))
  clock += 12 * minute
  await startBillingJobs(app.deps)
  await expect.poll(async () => (await read()).plan).toBe('free')
})
