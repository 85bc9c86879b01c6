import { expect, test } from 'vitest'
import { payByCard } from '../../../test/support/providers/sandbox-checkout.ts'
import { answerOf, createTestApp } from '../../../test/support/test-app.ts'
import { createStripeProvider } from '../../platform/cards/stripe-provider.ts'
import * as contract from './contract.ts'
import { planPrices } from './rules.ts'

test('who bought at an old price keeps the plan when it costs something else', async () => {
  const app = await createTestApp()
  try {
    const makeOwner = async () => {
      const { cookie } = await app.signUpAndIn()
      return {
        async choose(): Promise<string> {
          const body = { plan: 'pro', interval: 'month' } as const
          const response = await app.send(contract.startPlanCheckout, { body }, { cookie })
          return (await answerOf(contract.startPlanCheckout, response)).url ?? ''
        },
        refresh: async () =>
          answerOf(
            contract.refreshSubscription,
            await app.send(contract.refreshSubscription, {}, { cookie }),
          ),
      }
    }
    const [early, late] = [await makeOwner(), await makeOwner()]
    await payByCard(app, await early.choose())
    const bought = { plan: 'pro', subscription: { plan: 'pro', interval: 'month' } }
    expect(await early.refresh()).toMatchObject(bought)

    const { address, secretKey, webhookSecret } = app.cardSandbox
    app.deps.cards = createStripeProvider({
      prices: planPrices.map((price) => ({ ...price, minor: price.minor + 100 })),
      productName: 'Millrace',
      secretKey,
      webhookSecret,
      address,
    })
    await payByCard(app, await late.choose())
    expect(await late.refresh()).toMatchObject(bought)
    expect(await early.refresh()).toMatchObject(bought)
    // The same plan is not a change, whatever it costs now.
    expect(await early.choose()).toContain('/portal/')
  } finally {
    await app.close()
  }
})
