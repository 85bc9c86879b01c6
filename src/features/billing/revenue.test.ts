import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deliver } from '../../../test/support/fixtures/payments.ts'
import { createFakeBilling, subscriptionFacts } from '../../../test/support/providers/fake-billing.ts'
import { createFakeCards } from '../../../test/support/providers/fake-cards.ts'
import { type TestApp, createTestApp } from '../../../test/support/test-app.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import { ensureCustomer } from './customers.ts'
import { getSubscription } from './get-subscription.ts'
import { reconcileAll } from './jobs.ts'
import { syncCustomer, syncSubscription } from './sync-subscription.ts'

const fake = createFakeBilling()
const { billing } = fake.provider
const { sumPayments } = billing
// Signs events, and throws if it is asked about anything but subscriptions.
const signer = createFakeCards()
let app: TestApp

beforeAll(async () => {
  app = await createTestApp({ cards: { ...fake.provider, webhooks: signer.provider.webhooks } })
})
afterAll(() => app.close())
beforeEach(() => {
  fake.failure = null
  billing.sumPayments = sumPayments
})

async function makeSubscriber(paidMinor?: number) {
  const { session } = await app.signUpAndIn()
  const businessId = session.business.id
  const customerId = await ensureCustomer(app.deps, { businessId, name: 'Mill', email: 'a@example.com' })
  fake.setSubscriptions(businessId, subscriptionFacts())
  if (paidMinor !== undefined) {
    fake.setPayments(customerId, paidMinor)
    await syncSubscription(app.deps, businessId)
  }
  return { businessId, customerId, plan: async () => (await getSubscription(app.deps, businessId)).plan }
}

async function revenueOf(customerId: string) {
  const { rows } = await app.database.platform.query<{ minor: number; isLive: boolean }>(
    `select paid_minor::int as minor, is_live as "isLive" from platform.subscription_revenue where customer_id = $1`,
    [customerId],
  )
  return rows[0]
}

async function isNoted(event: { id: string }) {
  const { rowCount } = await app.database.platform.query('select from card_events where id = $1', [event.id])
  return rowCount === 1
}

const timesAsked = (customerId: string) => fake.calls.sumPayments.filter((one) => one === customerId).length
const newEvent = (type = 'invoice.paid') => ({ id: `evt_${randomUUID()}`, type })

/**
 * The next call for payments gets the answer that was current at its start, but only after it is released.
 */
function holdNextAnswer() {
  const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  billing.sumPayments = async (customerId) => {
    billing.sumPayments = sumPayments
    const sum = await sumPayments(customerId)
    asked.resolve()
    await held.promise
    return sum
  }
  return { asked: asked.promise, letGo: held.resolve }
}

describe('what subscriptions have paid', () => {
  test('is written with each look at the provider, as it says, and where no real card is charged it says so', async () => {
    const { customerId } = await makeSubscriber(0)
    expect(await revenueOf(customerId)).toEqual({ minor: 0, isLive: false })
    for (const minor of [1200, 2400, 1900]) {
      fake.setPayments(customerId, minor)
      await syncCustomer(app.deps, customerId, newEvent())
      expect(await revenueOf(customerId)).toEqual({ minor, isLive: false })
    }
  })

  test('counts an event once: one that comes again asks nothing', async () => {
    const { customerId } = await makeSubscriber(1200)
    const event = newEvent()
    await Promise.all([1, 2, 3].map(() => syncCustomer(app.deps, customerId, event)))
    const asked = timesAsked(customerId)
    fake.setPayments(customerId, 9900)
    await syncCustomer(app.deps, customerId, event)
    expect([timesAsked(customerId), await revenueOf(customerId)]).toMatchObject([asked, { minor: 1200 }])
  })

  test('is never replaced by an answer that comes late', async () => {
    const { customerId, businessId } = await makeSubscriber(1200)
    const { asked, letGo } = holdNextAnswer()
    const slow = syncCustomer(app.deps, customerId, newEvent())
    await asked
    fake.setPayments(customerId, 2400)
    await syncSubscription(app.deps, businessId)
    letGo()
    await slow
    expect(await revenueOf(customerId)).toMatchObject({ minor: 2400 })
  })

  test('leaves out other currencies, which is logged', async () => {
    const { customerId, businessId } = await makeSubscriber()
    fake.setPayments(customerId, 1200, 2)
    await syncSubscription(app.deps, businessId)
    expect(await revenueOf(customerId)).toMatchObject({ minor: 1200 })
    const warnings = app.log.filter((line) => line.includes(customerId) && line.includes('another currency'))
    expect(warnings.join()).toContain('"leftOut":2')
  })
})

describe('while the provider does not say what was paid', () => {
  test('the plan is written all the same, and the event comes again', async () => {
    const { customerId, plan } = await makeSubscriber()
    fake.setPayments(customerId, 1200)
    fake.failure = { kind: 'unreachable', only: 'sumPayments' }
    const event = newEvent()
    await expect(syncCustomer(app.deps, customerId, event)).rejects.toMatchObject({ kind: 'unreachable' })
    expect([await plan(), await isNoted(event), await revenueOf(customerId)]).toEqual([
      'pro',
      false,
      undefined,
    ])
    fake.failure = null
    await syncCustomer(app.deps, customerId, event)
    expect([await isNoted(event), await revenueOf(customerId)]).toMatchObject([true, { minor: 1200 }])
  })

  test('nobody who looks at the own plan is told of it', async () => {
    const { businessId, customerId, plan } = await makeSubscriber()
    fake.failure = { kind: 'unreachable', only: 'sumPayments' }
    expect(await syncSubscription(app.deps, businessId)).toMatchObject({ customerId })
    expect(await plan()).toBe('pro')
  })

  test('because it refuses, it is not asked to send the event again; that counts should it come nevertheless', async () => {
    const { customerId, plan } = await makeSubscriber(1200)
    fake.setPayments(customerId, 2400)
    fake.failure = { kind: 'refused', only: 'sumPayments' }
    const event = newEvent()
    await syncCustomer(app.deps, customerId, event)
    expect([await plan(), await isNoted(event)]).toEqual(['pro', false])
    expect(await revenueOf(customerId)).toMatchObject({ minor: 1200 })
    fake.failure = null
    await syncCustomer(app.deps, customerId, event)
    expect(await revenueOf(customerId)).toMatchObject({ minor: 2400 })
  })

  test('a later look without an answer takes nothing from the answer to an earlier one', async () => {
    const { customerId, businessId } = await makeSubscriber(1200)
    fake.setPayments(customerId, 2400)
    const { asked, letGo } = holdNextAnswer()
    const event = newEvent()
    const slow = syncCustomer(app.deps, customerId, event)
    await asked
    fake.failure = { kind: 'unreachable', only: 'sumPayments' }
    await syncSubscription(app.deps, businessId)
    letGo()
    await slow
    expect([await isNoted(event), await revenueOf(customerId)]).toMatchObject([true, { minor: 2400 }])
  })

  test('because it does not know the customer, what was paid stays', async () => {
    const { customerId, businessId } = await makeSubscriber(1200)
    fake.failure = { kind: 'refused', only: 'listSubscriptions', isMissing: true }
    await syncSubscription(app.deps, businessId)
    expect(await revenueOf(customerId)).toMatchObject({ minor: 1200 })
  })
})

describe('money given back', () => {
  const refunded = (customer: string | null) =>
    signer.event('charge.refunded', { id: 'ch_1', payment_intent: `pi_${randomUUID()}`, customer })

  test('for a plan is no revenue any more; of a customer nobody knows it changes nothing', async () => {
    const { customerId } = await makeSubscriber(2400)
    fake.setPayments(customerId, 1200)
    for (const customer of ['cus_of_nobody', null]) {
      expect((await deliver(app, refunded(customer))).status).toBe(200)
    }
    expect(await revenueOf(customerId)).toMatchObject({ minor: 2400 })
    const event = refunded(customerId)
    expect((await deliver(app, event)).status).toBe(200)
    expect([await isNoted(event), await revenueOf(customerId)]).toMatchObject([true, { minor: 1200 }])
  })

  test('after the account is gone still counts; without any, its revenue stays', async () => {
    const { customerId, businessId } = await makeSubscriber(2400)
    await withTenant(app.database, businessId, ({ client }) =>
      client.query('update businesses set deletion_requested_at = now(), delete_after = now()'),
    )
    const gone = await app.database.platform.query('delete from businesses where id = $1', [businessId])
    expect(gone.rowCount).toBe(1)
    expect(await revenueOf(customerId)).toMatchObject({ minor: 2400 })

    fake.failure = { kind: 'unreachable', only: 'sumPayments' }
    expect((await deliver(app, refunded(customerId))).status).toBe(502)
    fake.failure = { kind: 'refused', only: 'sumPayments', isMissing: true }
    expect((await deliver(app, refunded(customerId))).status).toBe(200)
    expect(await revenueOf(customerId)).toMatchObject({ minor: 2400 })

    fake.failure = null
    fake.setPayments(customerId, 1200)
    const { asked, letGo } = holdNextAnswer()
    const slow = deliver(app, refunded(customerId))
    await asked
    fake.setPayments(customerId, 0)
    await deliver(app, refunded(customerId))
    letGo()
    expect((await slow).status).toBe(200)
    expect(await revenueOf(customerId)).toMatchObject({ minor: 0 })
  })
})

test('who had a plan before revenue was kept is asked about, once', async () => {
  const [running, unknown] = [await makeSubscriber(1200), await makeSubscriber(2400)]
  const over = { status: 'canceled', currentPeriodEnd: new Date('2020-01-01T00:00:00Z') } as const
  fake.setSubscriptions(unknown.businessId, subscriptionFacts(over))
  await syncSubscription(app.deps, unknown.businessId)
  const ids = [running.customerId, unknown.customerId]
  await app.database.platform.query(
    `update platform.subscription_revenue set customer_id = 'gone-' || customer_id where customer_id = any($1)`,
    [ids],
  )
  const { listSubscriptions } = billing
  billing.listSubscriptions = async (customerId) => {
    const isUnknown = customerId === unknown.customerId
    fake.failure = isUnknown ? { kind: 'refused', only: 'listSubscriptions', isMissing: true } : null
    return listSubscriptions(customerId)
  }
  const asked = () => ids.map((id) => fake.calls.listSubscriptions.filter((one) => one === id).length)
  const before = asked()
  await reconcileAll(app.deps)
  await reconcileAll(app.deps)
  billing.listSubscriptions = listSubscriptions
  expect(asked()).toEqual(before.map((count) => count + 1))
  expect(await revenueOf(running.customerId)).toMatchObject({ minor: 1200 })
  // The customer is of another account, such as the sandbox, so there is nothing to wait for.
  expect(await revenueOf(unknown.customerId)).toMatchObject({ minor: 0 })
})
