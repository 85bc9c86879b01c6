import { createHash } from 'node:crypto'
import type { Stripe } from 'stripe'
import { type Catalogue, idempotencyKeyFor } from './stripe-catalogue.ts'

/** Returns the configuration of the provider's portal, which is created once and found by its content. */
export async function ensurePortalConfiguration(
  stripe: Stripe,
  { products }: Catalogue,
  headline: string,
): Promise<string> {
  const features = {
    payment_method_update: { enabled: true },
    invoice_history: { enabled: true },
    customer_update: { enabled: false },
    subscription_cancel: { enabled: true, mode: 'at_period_end' },
    subscription_update: {
      enabled: true,
      default_allowed_updates: ['price'],
      proration_behavior: 'always_invoice',
      trial_update_behavior: 'continue_trial',
      products: sortProducts(products),
    },
  } as const satisfies Stripe.BillingPortal.ConfigurationCreateParams['features']
  const content = createHash('sha256')
    .update(JSON.stringify([features, headline]))
    .digest('hex')
    .slice(0, 16)
  let archived: string | undefined
  for await (const existing of stripe.billingPortal.configurations.list({ limit: 100 })) {
    if (existing.metadata?.['millrace'] !== content) continue
    if (existing.active) return existing.id
    // Stripe lists the newest first.
    archived ??= existing.id
  }
  const params = { features, business_profile: { headline }, metadata: { millrace: content } }
  const idempotencyKey = idempotencyKeyFor('portal', params, archived)
  return (await stripe.billingPortal.configurations.create(params, { idempotencyKey })).id
}

/** The provider lists prices in any order. A different order must not create another configuration. */
function sortProducts(products: Catalogue['products']): Catalogue['products'] {
  return products
    .map(({ product, prices }) => ({ product, prices: prices.toSorted() }))
    .toSorted((a, b) => (a.product < b.product ? -1 : 1))
}
