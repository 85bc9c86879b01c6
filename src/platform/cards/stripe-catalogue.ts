import { createHash } from 'node:crypto'
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
 * Finds the prices at the provider, and makes those that are missing, archived, or cost something else by now. A new price
 * takes the lookup key from the old one; what runs at the old one goes on at it, and keeps its plan by the mark. Two
 * processes that do this at once ask with the same idempotency keys: they get the same, or one is told to come again.
 */
export async function ensureCatalogue(stripe: Stripe, wishes: readonly PriceWish[]): Promise<Catalogue> {
  const products = await listProducts(stripe)
  const { found, unfit } = await findPrices(stripe, wishes, products)
  for (const wish of wishes.filter(({ lookupKey }) => !found.has(lookupKey))) {
    const params = {
      product: await ensureProduct(stripe, products, wish.product),
      currency: 'usd',
      unit_amount: wish.cents,
      recurring: { interval: wish.interval },
      lookup_key: wish.lookupKey,
      transfer_lookup_key: true,
      metadata: { [priceMark]: wish.lookupKey },
    }
    const idempotencyKey = keyOf('price', params, unfit.get(wish.lookupKey))
    const price = await stripe.prices.create(params, { idempotencyKey })
    found.set(wish.lookupKey, { id: price.id, product: idOf(price.product) })
  }
  const grouped = Map.groupBy(found.values(), ({ product }) => product)
  return {
    prices: new Map([...found].map(([lookupKey, { id }]) => [lookupKey, id])),
    products: [...grouped].map(([product, prices]) => ({ product, prices: prices.map(({ id }) => id) })),
  }
}

/**
 * A key gets the same answer for a day, also once what it made was archived, and is refused with other parameters. So it
 * follows from the parameters and from what the new object replaces: only the very same creation has the same key.
 */
export function keyOf(kind: string, params: object, insteadOf: string | undefined): string {
  const content = JSON.stringify([params, insteadOf ?? null])
  return `millrace-${kind}-${createHash('sha256').update(content).digest('hex').slice(0, 32)}`
}

async function findPrices(stripe: Stripe, wishes: readonly PriceWish[], products: Products) {
  const wanted = new Map(wishes.map((wish) => [wish.lookupKey, wish]))
  const found = new Map<string, { id: string; product: string }>()
  /** What has the lookup key, but cannot be sold as wished. */
  const unfit = new Map<string, string>()
  for await (const price of stripe.prices.list({ lookup_keys: [...wanted.keys()], limit: 100 })) {
    const wish = wanted.get(price.lookup_key ?? '')
    if (!wish) continue
    // Before it can lose its lookup key: something may run at it.
    if (price.metadata[priceMark] !== wish.lookupKey) {
      await stripe.prices.update(price.id, { metadata: { [priceMark]: wish.lookupKey } })
    }
    const product = idOf(price.product)
    const fits = price.unit_amount === wish.cents && price.recurring?.interval === wish.interval
    if (price.active && fits && !products.archived.has(product))
      found.set(wish.lookupKey, { id: price.id, product })
    else unfit.set(wish.lookupKey, price.id)
  }
  return { found, unfit }
}

interface Products {
  /** By its name here. */
  active: Map<string, string>
  /** By its id, its name here; nothing can be bought of these. */
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
  // The newest is listed first.
  const [insteadOf] = [...archived].find(([, one]) => one === name) ?? []
  const made = await stripe.products.create(params, { idempotencyKey: keyOf('product', params, insteadOf) })
  active.set(name, made.id)
  return made.id
}

function idOf(reference: string | { id: string }): string {
  return typeof reference === 'string' ? reference : reference.id
}
