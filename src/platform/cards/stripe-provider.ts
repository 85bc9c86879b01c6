import type { CardProvider, PlanPrice } from './card-provider.ts'
import { createStripeAccount } from './stripe-account.ts'
import { createStripeBilling } from './stripe-billing.ts'
import { createStripeCheckouts } from './stripe-checkouts.ts'
import { type StripeAccount, createStripeClient } from './stripe-client.ts'
import { createStripeDisputes } from './stripe-disputes.ts'
import { createStripePayouts } from './stripe-payouts.ts'
import { createStripeRefunds } from './stripe-refunds.ts'
import { createStripeSavedCards } from './stripe-saved-cards.ts'
import { createStripeWebhooks } from './stripe-webhooks.ts'

export interface StripeProviderOptions extends StripeAccount {
  /** Without it every webhook is refused. */
  webhookSecret?: string | undefined
  prices: readonly PlanPrice[]
  productName: string
  /** The address of the dispute pages. The default is Stripe's dashboard. */
  disputePages?: string | undefined
}

export function createStripeProvider(options: StripeProviderOptions): CardProvider {
  const stripe = createStripeClient(options)
  const isLive = /^(sk|rk)_live_/.test(options.secretKey)
  return {
    isLive,
    account: createStripeAccount(options),
    webhooks: createStripeWebhooks(options.webhookSecret),
    checkouts: createStripeCheckouts(stripe),
    savedCards: createStripeSavedCards(stripe),
    refunds: createStripeRefunds(stripe),
    disputes: createStripeDisputes(stripe, { isLive, disputePages: options.disputePages }),
    payouts: createStripePayouts(stripe),
    billing: createStripeBilling(stripe, options),
  }
}
