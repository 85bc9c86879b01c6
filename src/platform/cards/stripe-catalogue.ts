import type { Stripe } from 'stripe'
import type { PriceWish } from './card-provider.ts'

export interface Catalogue {
  /** Price by its lookup key. */
  prices: ReadonlyMap<string, string>
  /** What the portal may change to: each product with its prices. */
  products: { product: string; prices: string[] }[]
}

/** Where a price tells in its metadata which of ours it is, also after its lookup key has gone to another. */
export const priceMark = 'millrace'

/**
 * Finds the prices at the provider, and makes those that are missing or cost something else by now. A new price takes the
 * lookup key from the old one; what runs at the old one goes on at it, and keeps its plan by the mark. Two processes that
 * do this at once ask with the same idempotency keys: they get the same, or one is told to come again.
 */
export async function ensureCatalogue(stripe: Stripe, wishes: readonly PriceWish[]): Promise<Catalogue> {
  const found = await findPrices(stripe, wishes)
  const missing = wishes.filter(({ lookupKey }) => !found.has(lookupKey))
  const products = missing.length > 0 ? await ensureProducts(stripe, wishes) : new Map<string, string>()
  for (const wish of missing) {
    const price = await stripe.prices.create(
      {
        product: products.get(wish.product) ?? '',
        currency: 'usd',
        unit_amount: wish.cents,
        recurring: { interval: wish.interval },
        lookup_key: wish.lookupKey,
        transfer_lookup_key: true,
        metadata: { [priceMark]: wish.lookupKey },
      },
      { idempotencyKey: `millrace-price-${wish.lookupKey}-${wish.cents}` },
    )
    found.set(wish.lookupKey, { id: price.id, product: idOf(price.product) })
  }
  const grouped = Map.groupBy(found.values(), ({ product }) => product)
  return {
    prices: new Map([...found].map(([lookupKey, { id }]) => [lookupKey, id])),
    products: [...grouped].map(([product, prices]) => ({ product, prices: prices.map(({ id }) => id) })),
  }
}

async function findPrices(stripe: Stripe, wishes: readonly PriceWish[]) {
  const wanted = new Map(wishes.map((wish) => [wish.lookupKey, wish]))
  const found = new Map<string, { id: string; product: string }>()
  for await (const price of stripe.prices.list({ lookup_keys: [...wanted.keys()], limit: 100 })) {
    const wish = wanted.get(price.lookup_key ?? '')
    if (!wish) continue
    // Before it can lose its lookup key: something may run at it.
    if (price.metadata[priceMark] !== wish.lookupKey) {
      await stripe.prices.update(price.id, { metadata: { [priceMark]: wish.lookupKey } })
    }
    const fits = price.unit_amount === wish.cents && price.recurring?.interval === wish.interval
    if (price.active && fits) found.set(wish.lookupKey, { id: price.id, product: idOf(price.product) })
  }
  return found
}

async function ensureProducts(stripe: Stripe, wishes: readonly PriceWish[]) {
  const products = new Map<string, string>()
  for await (const product of stripe.products.list({ active: true, limit: 100 })) {
    const name = product.metadata['millrace']
    if (name) products.set(name, product.id)
  }
  for (const name of new Set(wishes.map(({ product }) => product))) {
    if (products.has(name)) continue
    const made = await stripe.products.create(
      { name, metadata: { millrace: name } },
      { idempotencyKey: `millrace-product-${name}` },
    )
    products.set(name, made.id)
  }
  return products
}

function idOf(reference: string | { id: string }): string {
  return typeof reference === 'string' ? reference : reference.id
}
