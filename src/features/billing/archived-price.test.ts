import { Stripe } from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { payByCard } from '../../../test/support/providers/sandbox-checkout.ts'
import { type TestApp, answerOf, createTestApp } from '../../../test/support/test-app.ts'
import { createStripeProvider } from '../../platform/cards/stripe-provider.ts'
import * as contract from './contract.ts'
import { planPrices } from './rules.ts'

/**
 * Changes that the operator makes in Stripe's dashboard while the product runs, through the sandbox's API.
 */
let app: TestApp
let dashboard: Stripe

beforeAll(async () => {
  app = await createTestApp()
  const { secretKey, address } = app.cardSandbox
  dashboard = new Stripe(secretKey, { ...address, telemetry: false })
})
afterAll(() => app.close())

const idOf = (product: Stripe.Price['product']) => (typeof product === 'string' ? product : product.id)

type Wish = { plan: 'pro' | 'enterprise'; interval: 'month' | 'year' }

async function newOwner() {
  const { cookie } = await app.signUpAndIn()
  return {
    async choose(wish: Wish = { plan: 'pro', interval: 'month' }): Promise<string> {
      const response = await app.send(contract.startPlanCheckout, { body: wish }, { cookie })
      return (await answerOf(contract.startPlanCheckout, response)).url ?? ''
    },
    refresh: async () =>
      answerOf(contract.refreshSubscription, await app.send(contract.refreshSubscription, {}, { cookie })),
  }
}

async function findPrice(lookupKey = 'millrace_pro_month'): Promise<Stripe.Price> {
  const { data } = await dashboard.prices.list({ lookup_keys: [lookupKey] })
  if (!data[0]) throw new Error('no such price')
  return data[0]
}

test('a price archived while the product runs does not stop its plan from being bought, again and again', async () => {
  await (await newOwner()).choose()
  for (let times = 0; times < 2; times += 1) {
    const { id } = await findPrice()
    await dashboard.prices.update(id, { active: false })
    const url = await (await newOwner()).choose()
    expect(url).toContain('/checkout/')
    const after = await findPrice()
    expect(after).toMatchObject({ active: true, unit_amount: 1500 })
    expect(after.id).not.toBe(id)
  }
})

test('the same for a whole product', async () => {
  const { id, product } = await findPrice()
  await dashboard.products.update(idOf(product), { active: false })
  expect(await (await newOwner()).choose()).toContain('/checkout/')
  const after = await findPrice()
  expect(after.id).not.toBe(id)
  expect(after.product).not.toBe(product)
})

test('whoever has a plan can change to one whose price was archived', async () => {
  const owner = await newOwner()
  const year = { plan: 'pro', interval: 'year' } as const
  await payByCard(app, await owner.choose())
  await owner.refresh()
  expect(await owner.choose(year)).toContain('/portal/')
  await dashboard.prices.update((await findPrice('millrace_pro_year')).id, { active: false })
  expect(await owner.choose(year)).toContain('/portal/')
  expect(await findPrice('millrace_pro_year')).toMatchObject({ active: true })
})

const processCosting = (more: number) =>
  createStripeProvider({
    ...app.cardSandbox,
    prices: planPrices.map((price) => ({ ...price, minor: price.minor + more })),
    productName: 'Millrace',
  })

test('a price that changes and changes back within a day is made each time', async () => {
  const before = app.deps.cards
  try {
    for (const more of [100, 0, 100, 0]) {
      app.deps.cards = processCosting(more)
      await (await newOwner()).choose()
      expect(await findPrice()).toMatchObject({ active: true, unit_amount: 1500 + more })
    }
  } finally {
    app.deps.cards = before
  }
})

test('processes that look at once make one price', async () => {
  const lookupKey = 'millrace_pro_month'
  const { id, product } = await findPrice(lookupKey)
  await dashboard.prices.update(id, { active: false })
  const count = async () => {
    const { data } = await dashboard.prices.list({ product: idOf(product), active: true, limit: 100 })
    return data.length
  }
  const before = await count()
  const startSubscription = async (_: unknown, index: number) => {
    const { billing } = processCosting(0)
    const reference = `process-${index}`
    const customerId = await billing.createCustomer({ reference, name: 'Mill', email: 'mill@example.com' })
    const [successUrl, cancelUrl] = ['http://localhost/', 'http://localhost/']
    const expiresAt = Math.floor(Date.now() / 1000) + 3600
    const request = { reference, customerId, lookupKey, trialDays: null, successUrl, cancelUrl, expiresAt }
    return billing.startSubscription({ ...request, metadata: {} })
  }
  const results = await Promise.allSettled(Array.from({ length: 3 }, startSubscription))
  expect(results.map(({ status }) => status)).toContain('fulfilled')
  expect(await count()).toBe(before + 1)
})

test('what is refused for another reason is told as it was', async () => {
  const { billing } = app.deps.cards
  await expect(
    billing.openPortal({ customerId: 'cus_unknown', returnUrl: 'http://localhost/' }),
  ).rejects.toMatchObject({ kind: 'refused', isMissing: true })
})
