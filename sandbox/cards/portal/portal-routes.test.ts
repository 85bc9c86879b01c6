import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type SubscriptionSandbox,
  createSubscriptionSandbox,
  ownerOf,
  refusalOf,
} from '../../../test/support/providers/sandbox-subscriptions.ts'

const returnUrl = 'http://localhost:3000/settings?tab=subscription'
let sandbox: SubscriptionSandbox

beforeAll(async () => {
  sandbox = await createSubscriptionSandbox('2026-06-01T00:00:00.000Z')
})
afterAll(() => sandbox.close())

function offer(...prices: string[]) {
  return {
    subscription_update: {
      enabled: true,
      default_allowed_updates: ['price' as const],
      products: [{ product: sandbox.plans.small.product, prices }],
    },
  }
}

describe('a configuration', () => {
  test('is kept as it was asked for, changed in part, listed and read', async () => {
    const { configurations } = sandbox.stripe.billingPortal
    const features = { ...offer(sandbox.plans.small.month), subscription_cancel: { enabled: true } }
    const made = await configurations.create({ features, metadata: { version: '1' } })
    expect(made).toMatchObject({ active: true, metadata: { version: '1' }, features })
    expect(made.features.payment_method_update.enabled).toBe(false)
    const changed = await configurations.update(made.id, {
      active: false,
      features: { payment_method_update: { enabled: true } },
    })
    expect(changed.features).toMatchObject({ ...features, payment_method_update: { enabled: true } })
    expect(await configurations.retrieve(made.id)).toEqual(changed)
    const idsOf = async (active: boolean) => (await configurations.list({ active })).data.map(({ id }) => id)
    expect(await idsOf(false)).toContain(made.id)
    expect(await idsOf(true)).not.toContain(made.id)
  })

  test('ends a trial with a change of plan unless it is told to go on', async () => {
    const { configurations } = sandbox.stripe.billingPortal
    const { subscription_update: update } = offer(sandbox.plans.small.month)
    const made = await configurations.create({ features: { subscription_update: update } })
    expect(made.features.subscription_update.trial_update_behavior).toBe('end_trial')
    const changed = await configurations.update(made.id, {
      features: { subscription_update: { trial_update_behavior: 'continue_trial' } },
    })
    expect(changed.features.subscription_update).toMatchObject({
      ...update,
      trial_update_behavior: 'continue_trial',
    })
    const wrong = { subscription_update: { ...update, trial_update_behavior: 'pause' } }
    expect(await refusalOf(configurations.create({ features: wrong }))).toMatchObject({
      statusCode: 400,
      param: 'features[subscription_update][trial_update_behavior]',
    })
  })

  test('offers only prices that exist', async () => {
    const made = sandbox.stripe.billingPortal.configurations.create({ features: offer('price_none') })
    expect(await refusalOf(made)).toMatchObject({ code: 'resource_missing', statusCode: 400 })
  })
})

describe('a session', () => {
  test('needs a configuration, a customer and an address to return to', async () => {
    const { sessions } = sandbox.stripe.billingPortal
    const { id: customer } = await sandbox.stripe.customers.create({})
    const params = { customer, return_url: returnUrl }
    expect(await refusalOf(sessions.create({ ...params, configuration: 'bpc_none' }))).toMatchObject({
      param: 'configuration',
    })
    expect(await refusalOf(sessions.create({ ...params, customer: 'cus_none' }))).toMatchObject({
      param: 'customer',
    })
    const script = { ...params, return_url: 'javascript:alert(1)' }
    expect(await refusalOf(sessions.create(script))).toMatchObject({ param: 'return_url' })
    const { id: configuration } = await sandbox.stripe.billingPortal.configurations.create({
      features: offer(sandbox.plans.small.month),
    })
    const made = await sessions.create({ ...params, configuration })
    expect(made).toMatchObject({ customer, configuration, return_url: returnUrl, flow: null })
    expect(made.url).toBe(`http://localhost:3000/sandbox/cards/portal/${made.id}`)
  })

  test('asks to confirm only a change that the configuration offers, of a subscription that is the customer’s', async () => {
    const { small, large } = sandbox.plans
    const mine = await sandbox.subscribe({ price: small.month, trialDays: 7 })
    const theirs = await sandbox.subscribe({ price: small.month, trialDays: 7 })
    const { id: configuration } = await sandbox.stripe.billingPortal.configurations.create({
      features: offer(small.month, small.year),
    })
    const ask = (subscription: typeof mine, price: string) =>
      sandbox.stripe.billingPortal.sessions.create({
        customer: ownerOf(mine),
        return_url: returnUrl,
        configuration,
        flow_data: {
          type: 'subscription_update_confirm',
          subscription_update_confirm: {
            subscription: subscription.id,
            items: [{ id: subscription.items.data[0]?.id ?? '', price, quantity: 1 }],
          },
        },
      })
    expect((await ask(mine, small.year)).flow?.type).toBe('subscription_update_confirm')
    expect(await refusalOf(ask(mine, large.year))).toMatchObject({ statusCode: 400 })
    expect(await refusalOf(ask(theirs, small.year))).toMatchObject({ code: 'resource_missing' })
    await sandbox.stripe.subscriptions.cancel(mine.id)
    expect(await refusalOf(ask(mine, small.year))).toMatchObject({ statusCode: 400 })
  })
})
