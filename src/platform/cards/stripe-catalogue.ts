import { createHash } from 'node:crypto'
import type { Stripe } from 'stripe'
import type { PlanPrice } from './card-provider.ts'

export interface Catalogue {
  /** Price ids by lookup key. */
  prices: ReadonlyMap<string, string>
  /** The products and prices that the portal offers for a change of plan. */
  products: { product: string; prices: string[] }[]
}

/** The metadata key that holds a price's lookup key, also after the lookup key moved to another price. */
export const lookupKeyMetadata = 'millrace'

/**
 * Finds the prices and creates those that are missing, archived or have another amount now. A new price takes
 * over the lookup key; the metadata of the old one still names the plan. Simultaneous runs share idempotency
 * keys.
 */
export async function ensureCatalogue(stripe: Stripe, planPrices: readonly PlanPrice[]): Promise<Catalogue> {
  const products = await listProducts(stripe)
  const { found, unusable } = await findPrices(stripe, planPrices, products)
  for (const planPrice of planPrices.filter(({ lookupKey }) => !found.has(lookupKey))) {
    const params = {
      product: await ensureProduct(stripe, products, planPrice.product),
      currency: 'usd',
      unit_amount: planPrice.minor,
      recurring: { interval: planPrice.interval },
      lookup_key: planPrice.lookupKey,
      transfer_lookup_key: true,
      metadata: { [lookupKeyMetadata]: planPrice.lookupKey },
    }
    const idempotencyKey = idempotencyKeyFor('price', params, unusable.get(planPrice.lookupKey))
    const price = await stripe.prices.create(params, { idempotencyKey })
    found.set(planPrice.lookupKey, { id: price.id, product: idOf(price.product) })
  }
  const grouped = Map.groupBy(found.values(), ({ product }) => product)
  return {
    prices: new Map([...found].map(([lookupKey, { id }]) => [lookupKey, id])),
    products: [...grouped].map(([product, prices]) => ({ product, prices: prices.map(({ id }) => id) })),
  }
}

/** A key repeats its answer for a day and refuses other parameters: only identical creations share one. */
function idempotencyKeyFor(kind: string, params: object, insteadOf: string | undefined): string {
  const content = JSON.stringify([params, insteadOf ?? null])
  return `millrace-${kind}-${createHash('sha256').update(content).digest('hex').slice(0, 32)}`
}

async function findPrices(stripe: Stripe, planPrices: readonly PlanPrice[], products: Products) {
  const wanted = new Map(planPrices.map((planPrice) => [planPrice.lookupKey, planPrice]))
  const found = new Map<string, { id: string; product: string }>()
  /** Prices that have the lookup key but cannot be sold: archived, or with another amount or interval. */
  const unusable = new Map<string, string>()
  for await (const price of stripe.prices.list({ lookup_keys: [...wanted.keys()], limit: 100 })) {
    const planPrice = wanted.get(price.lookup_key ?? '')
    if (!planPrice) continue
    // Set before the price can lose its lookup key, because subscriptions may use this price.
    if (price.metadata[lookupKeyMetadata] !== planPrice.lookupKey) {
      await stripe.prices.update(price.id, { metadata: { [lookupKeyMetadata]: planPrice.lookupKey } })
    }
    const product = idOf(price.product)
    const fits = price.unit_amount === planPrice.minor && price.recurring?.interval === planPrice.interval
    if (price.active && fits && !products.archived.has(product))
      found.set(planPrice.lookupKey, { id: price.id, product })
    else unusable.set(planPrice.lookupKey, price.id)
  }
  return { found, unusable }
}

interface Products {
  /** Product ids by our name. */
  active: Map<string, string>
  /** Our names by product id. Archived products cannot be sold. */
  archived: Map<string, string>
}

async function listProducts(stripe: Stripe): Promise<Products> {
  const products: Products = { active: new Map(), archived: new Map() }
  for await (const { id, active, metadata } of stripe.products.list({ limit: 100 })) {
    const name = metadata['millrace']
    if (!active) products.archived.set(id, name ?? '')
    else if (name) products.active.set(name, id)
  }
  return products
}

async function ensureProduct(stripe: Stripe, { active, archived }: Products, name: string): Promise<string> {
  const known = active.get(name)
  if (known) return known
  const params = { name, metadata: { millrace: name } }
  // Stripe lists the newest first.
  const [insteadOf] = [...archived].find(([, one]) => one === name) ?? []
  const made = await stripe.products.create(params, {
    idempotencyKey: idempotencyKeyFor('product', params, insteadOf),
  })
  active.set(name, made.id)
  return made.id
}

function idOf(reference: string | { id: string }): string {
  return typeof reference === 'string' ? reference : reference.id
}

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
