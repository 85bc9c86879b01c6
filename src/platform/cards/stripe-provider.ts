import type { CardProvider, PriceWish } from './card-provider.ts'
import { createStripeAccount } from './stripe-account.ts'
import { createStripeBilling } from './stripe-billing.ts'
import { createStripeCheckouts } from './stripe-checkouts.ts'
import { createStripeClient } from './stripe-client.ts'
import type { StripeAccount } from './stripe-client.ts'
import { createStripeRefunds } from './stripe-refunds.ts'
import { createStripeWebhooks } from './stripe-webhooks.ts'

export interface StripeProviderOptions extends StripeAccount {
  /** Without one every webhook is refused. */
  webhookSecret?: string | undefined
  prices: readonly PriceWish[]
  productName: string
}

export function createStripeProvider(options: StripeProviderOptions): CardProvider {
  const stripe = createStripeClient(options)
  return {
    isLive: /^(sk|rk)_live_/.test(options.secretKey),
    account: createStripeAccount(options),
    webhooks: createStripeWebhooks(options.webhookSecret),
    checkouts: createStripeCheckouts(stripe),
    refunds: createStripeRefunds(stripe),
    billing: createStripeBilling(stripe, options),
  }
}
