import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createFakeBilling, subscriptionFacts } from '../../../test/support/providers/fake-billing.ts'
import { type TestApp, answerOf, createTestApp } from '../../../test/support/test-app.ts'
import { CardProviderError } from '../../platform/cards/card-provider.ts'
import { withPlatform, withTenant } from '../../platform/db/transaction.ts'
import * as contract from './contract.ts'
import { ensureCustomer, findCustomer } from './customers.ts'
import { getSubscription } from './get-subscription.ts'
import { reconcileAll } from './jobs.ts'
import { syncCustomer, syncSubscription } from './sync-subscription.ts'

const fake = createFakeBilling()
let app: TestApp

beforeAll(async () => {
  app = await createTestApp({ cards: fake.provider })
})
afterAll(() => app.close())
beforeEach(() => {
  fake.failure = null
  fake.beforeListing = undefined
})

async function makeCustomer() {
  const { cookie, session } = await app.signUpAndIn()
  const businessId = session.business.id
  const customerId = await ensureCustomer(app.deps, { businessId, name: 'Mill', email: 'a@example.com' })
  return { cookie, businessId, customerId, read: () => getSubscription(app.deps, businessId) }
}

const newEvent = () => ({ id: `evt_${randomUUID()}`, type: 'customer.subscription.updated' })

describe('what the provider says is written down', () => {
  test('plan, period and trial follow the subscription, from its beginning to its end', async () => {
    const { businessId, customerId, read } = await makeCustomer()
    expect(await read()).toEqual({
      plan: 'free',
      subscription: null,
      trialAvailable: true,
      canManage: false,
      isSandbox: true,
      canBuy: true,
    })
    const trial = subscriptionFacts({ status: 'trialing', hadTrial: true })
    fake.setSubscriptions(businessId, trial)
    await syncCustomer(app.deps, customerId, newEvent())
    expect(await read()).toEqual({
      plan: 'pro',
      subscription: {
        plan: 'pro',
        interval: 'month',
        status: 'trialing',
        currentPeriodEnd: '2027-01-15T12:00:00.000Z',
        cancelAtPeriodEnd: false,
        endedAt: null,
      },
      trialAvailable: false,
      canManage: true,
      isSandbox: true,
      canBuy: true,
    })

    fake.setSubscriptions(businessId, {
      ...trial,
      status: 'past_due',
      lookupKey: 'millrace_enterprise_year',
      cancelAtPeriodEnd: true,
    })
    await syncCustomer(app.deps, customerId, newEvent())
    expect(await read()).toMatchObject({
      plan: 'enterprise',
      subscription: { plan: 'enterprise', interval: 'year', status: 'past_due', cancelAtPeriodEnd: true },
    })

    const endedAt = new Date('2027-01-15T12:00:01Z')
    fake.setSubscriptions(businessId, { ...trial, status: 'canceled', endedAt })
    await syncCustomer(app.deps, customerId, newEvent())
    expect(await read()).toMatchObject({
      plan: 'free',
      subscription: { plan: 'pro', status: 'canceled', endedAt: endedAt.toISOString() },
      trialAvailable: false,
      canManage: true,
    })
  })

  test('a price that is not ours opens nothing, and is logged', async () => {
    const { businessId, read } = await makeCustomer()
    fake.setSubscriptions(businessId, subscriptionFacts({ lookupKey: 'somebody_elses' }))
    await syncSubscription(app.deps, businessId)
    expect(await read()).toMatchObject({ plan: 'free', subscription: null, canManage: true })
    expect(app.log.filter((line) => line.includes('somebody_elses')).join()).toContain('not ours')
  })

  describe('a status that is not known', () => {
    const unknown = subscriptionFacts({ status: 'unknown', unknownStatus: 'brand_new_word' })
    const warnings = (businessId: string) =>
      app.log.filter((line) => line.includes('brand_new_word') && line.includes(businessId))

    test('changes nothing, is logged, and is asked about by the hourly job until it is known', async () => {
      const { businessId, customerId, read } = await makeCustomer()
      fake.setSubscriptions(businessId, subscriptionFacts())
      await syncSubscription(app.deps, businessId)
      const before = await read()
      expect(before).toMatchObject({ plan: 'pro', subscription: { status: 'active' } })
      fake.setSubscriptions(businessId, unknown)
      const event = newEvent()
      await syncCustomer(app.deps, customerId, event)
      await reconcileAll(app.deps)
      expect(await read()).toEqual(before)
      expect(warnings(businessId)).toHaveLength(2)
      fake.setSubscriptions(businessId, subscriptionFacts({ status: 'past_due' }))
      await reconcileAll(app.deps)
      expect(await read()).toMatchObject({ plan: 'pro', subscription: { status: 'past_due' } })
      // Not asked again once it is known. The event was not applied and may be sent again.
      fake.setSubscriptions(businessId, subscriptionFacts({ status: 'paused' }))
      await reconcileAll(app.deps)
      expect(await read()).toMatchObject({ subscription: { status: 'past_due' } })
      await syncCustomer(app.deps, customerId, event)
      expect(await read()).toMatchObject({ plan: 'free', subscription: { status: 'paused' } })
    })

    test('beside one that runs takes nothing away, and is not cancelled', async () => {
      const { businessId, read } = await makeCustomer()
      const other = { ...unknown, subscriptionId: `unknown-${businessId}` }
      fake.setSubscriptions(
        businessId,
        other,
        subscriptionFacts({ createdAt: new Date('2026-11-01T00:00:00Z') }),
      )
      await syncSubscription(app.deps, businessId)
      expect(await read()).toMatchObject({ plan: 'pro', subscription: { status: 'active' } })
      expect(fake.calls.cancelNow).not.toContain(other.subscriptionId)
    })

    test('leads whoever wants a plan to the provider’s own page, and no second one is sold', async () => {
      const { businessId, cookie } = await makeCustomer()
      fake.setSubscriptions(businessId, unknown)
      const [sold, opened] = [fake.calls.startSubscription.length, fake.calls.openPortal.length]
      const body = { plan: 'pro', interval: 'month' } as const
      await answerOf(
        contract.startPlanCheckout,
        await app.send(contract.startPlanCheckout, { body }, { cookie }),
      )
      expect(fake.calls.startSubscription).toHaveLength(sold)
      expect(fake.calls.openPortal).toHaveLength(opened + 1)
    })

    test('of a charge: the sum that is known stays, the plan is written, and it is asked again', async () => {
      const { businessId, customerId, read } = await makeCustomer()
      fake.setSubscriptions(businessId, subscriptionFacts())
      fake.setPayments(customerId, 1500)
      await syncSubscription(app.deps, businessId)
      const revenue = async () => {
        const { rows } = await app.database.platform.query<{ paid: number }>(
          'select paid_minor::int as paid from platform.subscription_revenue where customer_id = $1',
          [customerId],
        )
        return rows[0]?.paid
      }
      fake.setPayments(customerId, 0, 0, 'brand_new_word')
      fake.setSubscriptions(businessId, subscriptionFacts({ status: 'past_due' }))
      await syncCustomer(app.deps, customerId, newEvent())
      expect(await read()).toMatchObject({ subscription: { status: 'past_due' } })
      expect(await revenue()).toBe(1500)
      fake.setPayments(customerId, 3000)
      await reconcileAll(app.deps)
      expect(await revenue()).toBe(3000)
    })
  })

  test('of two that run the newest is kept, and the other is cancelled at once', async () => {
    const { businessId, read } = await makeCustomer()
    fake.setSubscriptions(
      businessId,
      subscriptionFacts({ subscriptionId: `old-${businessId}`, createdAt: new Date('2026-11-01T00:00:00Z') }),
      subscriptionFacts({ subscriptionId: `new-${businessId}`, lookupKey: 'millrace_enterprise_month' }),
    )
    await syncSubscription(app.deps, businessId)
    await syncSubscription(app.deps, businessId)
    const cancelled = fake.calls.cancelNow.filter((id) => id.endsWith(businessId))
    expect(cancelled).toEqual([`old-${businessId}`])
    expect(await read()).toMatchObject({ plan: 'enterprise' })
    const warning = app.log.find((line) => line.includes(`old-${businessId}`))
    expect(warning).toContain('"level":40')
  })

  test('while the second one cannot be cancelled, the event is not taken for done', async () => {
    const { businessId, customerId } = await makeCustomer()
    fake.setSubscriptions(
      businessId,
      subscriptionFacts({
        subscriptionId: `first-${businessId}`,
        createdAt: new Date('2026-11-01T00:00:00Z'),
      }),
      subscriptionFacts({ subscriptionId: `second-${businessId}` }),
    )
    const event = newEvent()
    fake.failure = { kind: 'unreachable', only: 'cancelNow' }
    await expect(syncCustomer(app.deps, customerId, event)).rejects.toMatchObject({ kind: 'unreachable' })
    fake.failure = null
    await syncCustomer(app.deps, customerId, event)
    expect(fake.calls.cancelNow.filter((id) => id === `first-${businessId}`)).toHaveLength(2)
  })
})

describe('events', () => {
  test('one that comes again has no effect, one after the other and at once', async () => {
    const { businessId, customerId, read } = await makeCustomer()
    fake.setSubscriptions(businessId, subscriptionFacts())
    const event = newEvent()
    await Promise.all([1, 2, 3, 4].map(() => syncCustomer(app.deps, customerId, event)))
    expect(await read()).toMatchObject({ plan: 'pro' })
    fake.setSubscriptions(businessId, subscriptionFacts({ status: 'canceled' }))
    const callCount = fake.calls.listSubscriptions.length
    await syncCustomer(app.deps, customerId, event)
    expect(await read()).toMatchObject({ plan: 'pro' })
    expect(fake.calls.listSubscriptions).toHaveLength(callCount)
  })

  test('of a customer nobody knows, nothing is written', async () => {
    const event = newEvent()
    await syncCustomer(app.deps, 'cus_of_nobody', event)
    const { rows } = await withPlatform(app.database, ({ client }) =>
      client.query('select 1 from card_events where id = $1', [event.id]),
    )
    expect(rows).toEqual([])
  })

  test('of another business touch that one alone', async () => {
    const [mine, other] = [await makeCustomer(), await makeCustomer()]
    fake.setSubscriptions(mine.businessId, subscriptionFacts())
    fake.setSubscriptions(other.businessId, subscriptionFacts({ lookupKey: 'millrace_enterprise_month' }))
    const event = newEvent()
    await syncCustomer(app.deps, other.customerId, event)
    expect(await other.read()).toMatchObject({ plan: 'enterprise' })
    expect(await mine.read()).toMatchObject({ plan: 'free', subscription: null })
    // The same id is used for another event of another customer.
    await syncCustomer(app.deps, mine.customerId, event)
    expect(await mine.read()).toMatchObject({ plan: 'pro' })
  })

  test('while the provider does not answer, the plan stays, and the event counts when it comes again', async () => {
    const { businessId, customerId, read } = await makeCustomer()
    fake.setSubscriptions(businessId, subscriptionFacts())
    await syncCustomer(app.deps, customerId, newEvent())
    const event = newEvent()
    fake.failure = { kind: 'unreachable' }
    await expect(syncCustomer(app.deps, customerId, event)).rejects.toMatchObject({
      name: 'CardProviderError',
    })
    expect(await read()).toMatchObject({ plan: 'pro', subscription: { status: 'active' } })
    fake.failure = null
    fake.setSubscriptions(businessId, subscriptionFacts({ status: 'canceled' }))
    await syncCustomer(app.deps, customerId, event)
    expect(await read()).toMatchObject({ plan: 'free', subscription: { status: 'canceled' } })
  })
})

describe('while the provider does not know the customer', () => {
  const unknown = { kind: 'refused', only: 'listSubscriptions', isMissing: true } as const

  test('nothing is open, which is logged as an error, and all is back when it does again', async () => {
    const { businessId, customerId, read } = await makeCustomer()
    fake.setSubscriptions(businessId, subscriptionFacts({ hadTrial: true }))
    await syncSubscription(app.deps, businessId)
    fake.failure = unknown
    const event = newEvent()
    await syncCustomer(app.deps, customerId, event)
    expect(await read()).toMatchObject({
      plan: 'free',
      subscription: null,
      canManage: false,
      trialAvailable: false,
    })
    expect(await findCustomer(app.deps, businessId)).toBe(customerId)
    const errors = app.log.filter((line) => line.includes(customerId) && line.includes('"level":50'))
    expect(errors).toHaveLength(1)
    fake.failure = null
    await syncCustomer(app.deps, customerId, event)
    expect(await read()).toMatchObject({ plan: 'pro', subscription: { status: 'active' }, canManage: true })
  })

  test('the answer to an earlier question takes no plan away', async () => {
    const { businessId, read } = await makeCustomer()
    fake.setSubscriptions(businessId, subscriptionFacts())
    const { billing } = fake.provider
    const { listSubscriptions } = billing
    billing.listSubscriptions = async () => {
      billing.listSubscriptions = listSubscriptions
      await syncSubscription(app.deps, businessId)
      throw new CardProviderError('refused', 'No such customer', { isMissing: true })
    }
    await syncSubscription(app.deps, businessId)
    expect(await read()).toMatchObject({ plan: 'pro' })
  })
})

test('an answer that comes late never replaces that to a later question', async () => {
  const { businessId, customerId, read } = await makeCustomer()
  fake.setSubscriptions(businessId, subscriptionFacts({ status: 'canceled' }))
  let answerNow = () => {}
  const held = new Promise<void>((resolve) => {
    answerNow = resolve
  })
  let reached = () => {}
  const listing = new Promise<void>((resolve) => {
    reached = resolve
  })
  fake.beforeListing = () => {
    reached()
    return held
  }
  const slow = syncCustomer(app.deps, customerId, newEvent())
  await listing
  fake.beforeListing = undefined
  fake.setSubscriptions(businessId, subscriptionFacts())
  await syncSubscription(app.deps, businessId)
  expect(await read()).toMatchObject({ plan: 'pro' })
  answerNow()
  await slow
  expect(await read()).toMatchObject({ plan: 'pro', subscription: { status: 'active' } })
})

test('a business cannot write its own plan or subscription, nor see another’s', async () => {
  const { businessId, customerId } = await makeCustomer()
  const other = await makeCustomer()
  const statements = [
    "update businesses set plan = 'enterprise'",
    "update subscriptions set plan = 'enterprise', status = 'active'",
    'update subscriptions set trial_used_at = null',
    `insert into subscriptions (business_id, plan) values ('${businessId}', 'pro')`,
    'delete from subscriptions',
  ]
  for (const statement of statements) {
    const attempt = withTenant(app.database, businessId, ({ client }) => client.query(statement))
    await expect(attempt, statement).rejects.toMatchObject({ code: '42501' })
  }
  const { rows } = await withTenant(app.database, businessId, ({ client }) =>
    client.query<{ customer_id: string }>('select customer_id from subscriptions'),
  )
  expect(rows).toEqual([{ customer_id: customerId }])
  const answer = await app.send(contract.getSubscription, {}, { cookie: other.cookie })
  expect(await answerOf(contract.getSubscription, answer)).toMatchObject({ plan: 'free' })
})

test('the customer of a business is made once, however many ask for it', async () => {
  const { session } = await app.signUpAndIn()
  const payer = { businessId: session.business.id, name: 'Mill', email: 'a@example.com' }
  const ids = await Promise.all(Array.from({ length: 8 }, () => ensureCustomer(app.deps, payer)))
  expect(new Set(ids).size).toBe(1)
  const callCount = fake.calls.createCustomer.length
  expect(await ensureCustomer(app.deps, payer)).toBe(ids[0])
  expect(fake.calls.createCustomer).toHaveLength(callCount)
})

test('should the provider make two customers after all, everybody goes on with the same one', async () => {
  const { session } = await app.signUpAndIn()
  const payer = { businessId: session.business.id, name: 'Mill', email: 'a@example.com' }
  const { billing } = fake.provider
  const { createCustomer } = billing
  let made = 0
  // The first customer is not stored before the second is requested.
  const { promise: twoAreAsked, resolve } = Promise.withResolvers<void>()
  billing.createCustomer = async () => {
    const id = `cus_double_${++made}`
    if (made === 2) resolve()
    await twoAreAsked
    return id
  }
  const ids = await Promise.all(Array.from({ length: 4 }, () => ensureCustomer(app.deps, payer)))
  billing.createCustomer = createCustomer
  expect(made).toBeGreaterThan(1)
  expect(new Set(ids).size).toBe(1)
})
