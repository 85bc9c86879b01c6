import { Stripe } from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { moveClock } from '../../../sandbox/cards/advance-card-sandbox.ts'
import { payByCard, startTrial } from '../../../test/support/providers/sandbox-checkout.ts'
import { followOnPage, pressOnPage } from '../../../test/support/providers/sandbox-portal.ts'
import { type TestApp, answerOf, createTestApp, testOrigin } from '../../../test/support/test-app.ts'
import * as contract from './contract.ts'
import { findCustomer } from './customers.ts'
import { planPrices } from './rules.ts'

const day = 86_400
const minorOf = (plan: 'pro' | 'enterprise') =>
  planPrices.find((price) => price.plan === plan && price.interval === 'month')?.minor ?? Number.NaN
let app: TestApp

/** End to end: the provider's client, the sandbox, its hosted pages and its signed events. */
beforeAll(async () => {
  app = await createTestApp()
  await app.startPaymentJobs()
})
afterAll(() => app.close())

type Wish = { plan: 'pro' | 'enterprise'; interval: 'month' | 'year' }

async function makeOwner() {
  const { cookie, session } = await app.signUpAndIn()
  const read = async () =>
    answerOf(contract.getSubscription, await app.send(contract.getSubscription, {}, { cookie }))
  const customer = async () => (await findCustomer(app.deps, session.business.id)) ?? ''
  return {
    read,
    customer,
    async hasPaid(minor: number) {
      const query =
        'select paid_minor::int as minor from platform.subscription_revenue where customer_id = $1'
      const revenue = async () =>
        (await app.database.platform.query(query, [await customer()])).rows[0] as object
      await expect.poll(revenue).toEqual({ minor })
    },
    async choose(body: Wish): Promise<string> {
      const response = await app.send(contract.startPlanCheckout, { body }, { cookie })
      return (await answerOf(contract.startPlanCheckout, response)).url ?? ''
    },
    openPortal: async () =>
      (await answerOf(contract.openPortal, await app.send(contract.openPortal, {}, { cookie }))).url,
    /** No request reads the subscription: the event alone updates it. */
    async becomes(standing: object) {
      await expect.poll(read).toMatchObject(standing)
    },
    async daysPass(days: number) {
      await moveClock(app.cardSandbox.sandbox, await customer(), days * day)
    },
  }
}

describe('from Free and back', () => {
  test('a trial of Pro, changed to Enterprise in the portal, cancelled, and over at the end of its period', async () => {
    const owner = await makeOwner()
    const checkout = await owner.choose({ plan: 'pro', interval: 'month' })
    expect(new URL(checkout).origin).toBe(testOrigin)
    expect(await owner.choose({ plan: 'pro', interval: 'month' })).toBe(checkout)
    const { location } = await startTrial(app, checkout)
    expect(location).toBe(`${testOrigin}/settings?success=true`)
    await owner.becomes({
      plan: 'pro',
      subscription: { plan: 'pro', interval: 'month', status: 'trialing', cancelAtPeriodEnd: false },
      trialAvailable: false,
      canManage: true,
      isSandbox: true,
      canBuy: true,
    })

    const change = await owner.choose({ plan: 'enterprise', interval: 'month' })
    const back = await pressOnPage(app, change, 'Change to')
    expect(back).toBe(`${testOrigin}/settings?tab=subscription`)
    await owner.becomes({ plan: 'enterprise', subscription: { plan: 'enterprise', status: 'trialing' } })

    const portal = await owner.openPortal()
    await pressOnPage(app, await followOnPage(app, portal, 'Cancel'), 'Cancel subscription')
    await owner.becomes({ plan: 'enterprise', subscription: { cancelAtPeriodEnd: true } })

    await owner.daysPass(15)
    await owner.becomes({ plan: 'free', subscription: { plan: 'enterprise', status: 'canceled' } })
    expect(await owner.read()).toMatchObject({ trialAvailable: false, canManage: true })
  })

  test('a trial without a card ends by itself, and the next time is paid from the first day', async () => {
    const owner = await makeOwner()
    await startTrial(app, await owner.choose({ plan: 'pro', interval: 'year' }))
    await owner.becomes({ plan: 'pro', subscription: { status: 'trialing', interval: 'year' } })
    await owner.daysPass(15)
    await owner.becomes({ plan: 'free', subscription: { status: 'canceled' } })

    const checkout = await owner.choose({ plan: 'pro', interval: 'month' })
    const declined = await payByCard(app, checkout, '4000000000000002')
    expect(declined.location).toBeNull()
    expect(await owner.read()).toMatchObject({ plan: 'free' })
    const paid = await payByCard(app, checkout)
    expect(paid.location).toBe(`${testOrigin}/settings?success=true`)
    await owner.becomes({ plan: 'pro', subscription: { status: 'active', interval: 'month' } })
    await owner.daysPass(31)
    await expect
      .poll(async () => (await owner.read()).subscription?.currentPeriodEnd ?? '')
      .toSatisfy((end: string) => Date.parse(end) > Date.now() + 60 * day * 1000)
    expect(await owner.read()).toMatchObject({ plan: 'pro', subscription: { status: 'active' } })
  })
})

test('what is paid from the end of the trial on is revenue, and what is given back is none', async () => {
  const owner = await makeOwner()
  await payByCard(app, await owner.choose({ plan: 'pro', interval: 'month' }))
  await owner.becomes({ plan: 'pro', subscription: { status: 'trialing' } })
  await owner.hasPaid(0)
  const price = minorOf('pro')
  await owner.daysPass(15)
  await owner.hasPaid(price)
  await owner.daysPass(31)
  await owner.hasPaid(2 * price)

  await owner.daysPass(10)
  await pressOnPage(app, await owner.choose({ plan: 'enterprise', interval: 'month' }), 'Change to')
  const stripe = new Stripe(app.cardSandbox.secretKey, { ...app.cardSandbox.address, telemetry: false })
  const { data } = await stripe.charges.list({ customer: await owner.customer(), limit: 1 })
  const { id: charge = '', amount: difference = 0 } = data[0] ?? {}
  expect(difference).toBeGreaterThan(0)
  expect(difference).toBeLessThan(minorOf('enterprise') - price)
  await owner.hasPaid(2 * price + difference)
  await stripe.refunds.create({ charge, amount: 100 })
  await owner.hasPaid(2 * price + difference - 100)
  await stripe.refunds.create({ charge })
  await owner.hasPaid(2 * price)
})

test('what was bought is seen at Refresh Status and at the next choice, before any event arrives', async () => {
  const quiet = await createTestApp()
  try {
    const { cookie } = await quiet.signUpAndIn()
    const choose = async (body: Wish) => {
      const response = await quiet.send(contract.startPlanCheckout, { body }, { cookie })
      return (await answerOf(contract.startPlanCheckout, response)).url ?? ''
    }
    await startTrial(quiet, await choose({ plan: 'pro', interval: 'month' }))
    const change = await choose({ plan: 'enterprise', interval: 'year' })
    expect(change).toContain('/portal/')
    const before = await answerOf(
      contract.getSubscription,
      await quiet.send(contract.getSubscription, {}, { cookie }),
    )
    expect(before).toMatchObject({ plan: 'pro' })
    await pressOnPage(quiet, change, 'Change to')
    const response = await quiet.send(contract.refreshSubscription, {}, { cookie })
    expect(await answerOf(contract.refreshSubscription, response)).toMatchObject({
      plan: 'enterprise',
      subscription: { interval: 'year' },
    })
  } finally {
    await quiet.close()
  }
})
