import { z } from 'zod'
import { type SandboxCall, type SandboxScope, newId, newObject } from '../card-sandbox.ts'
import { listPage } from '../list-page.ts'
import { type StoreScope, getObject, insertObject, saveObject } from '../object-store.ts'
import { type Input, boolean, currency, integer, mergeMetadata, metadata } from '../read-input.ts'
import { invalidRequest } from '../sandbox-error.ts'
import type { Price } from '../sandbox-objects.ts'
import { type SandboxRoute, defineRoute, listRoute, readRoute } from '../sandbox-routes.ts'
import { createProduct, productFields } from './products.ts'

const changeable = {
  active: boolean.optional(),
  lookup_key: z.string().max(200).optional(),
  transfer_lookup_key: boolean.optional(),
  metadata: metadata.optional(),
}
const fields = {
  ...changeable,
  currency,
  unit_amount: integer.pipe(z.number().nonnegative()),
  product: z.string().optional(),
  product_data: z.strictObject(productFields).optional(),
  recurring: z
    .strictObject({
      interval: z.enum(['month', 'year']),
      interval_count: integer.pipe(z.number().min(1).max(12)).optional(),
    })
    .optional(),
}

/** Reads a price that can be sold. An archived price, or one of an archived product, can only be read. */
export async function getSellablePrice(scope: StoreScope, id: string, param: string): Promise<Price> {
  const price = await getObject(scope, 'price', id, { param })
  if (!price.active) {
    throw invalidRequest('The price specified is inactive. This field only accepts active prices.', { param })
  }
  const product = await getObject(scope, 'product', price.product)
  if (!product.active) {
    const message = `The product \`${product.id}\` is inactive, so its prices cannot be sold.`
    throw invalidRequest(message, { param })
  }
  return price
}

/** Reserves a lookup key. It belongs to one price; another price loses it only with `transfer`. */
async function claimLookupKey(
  scope: StoreScope,
  { lookup_key: key, transfer_lookup_key: transfer }: Input<typeof changeable>,
  id?: string,
): Promise<void> {
  if (!key) return
  await scope.tx.client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `card_sandbox ${scope.account} lookup_key ${key}`,
  ])
  const { data } = await listPage(scope, 'price', { url: '', limit: 1, matching: { lookup_key: key } })
  const [holder] = data
  if (!holder || holder.id === id) return
  if (!transfer) {
    const message = `A price (\`${holder.id}\`) already uses that lookup key.`
    throw invalidRequest(message, { code: 'resource_already_exists', param: 'lookup_key' })
  }
  await saveObject(scope, { ...holder, lookup_key: null })
}

async function createPrice(scope: SandboxScope, request: Input<typeof fields>): Promise<Price> {
  await claimLookupKey(scope, request)
  if (Boolean(request.product) === Boolean(request.product_data)) {
    throw invalidRequest('You must specify either `product` or `product_data` when creating a price.')
  }
  const product = request.product_data
    ? await createProduct(scope, request.product_data)
    : await getObject(scope, 'product', request.product ?? '', { param: 'product' })
  const price: Price = {
    ...newObject(scope, 'price', newId('price')),
    active: request.active ?? true,
    currency: request.currency,
    unit_amount: request.unit_amount,
    type: request.recurring ? 'recurring' : 'one_time',
    product: product.id,
    lookup_key: request.lookup_key || null,
    recurring: request.recurring
      ? { interval: request.recurring.interval, interval_count: request.recurring.interval_count ?? 1 }
      : null,
    metadata: mergeMetadata({}, request.metadata),
  }
  await insertObject(scope, price, { parent: product.id })
  return price
}

async function updatePrice(call: SandboxCall, changes: Input<typeof changeable>): Promise<Price> {
  const before = await getObject(call, 'price', call.id)
  const { lookup_key: key } = changes
  await claimLookupKey(call, changes, before.id)
  const price: Price = {
    ...before,
    active: changes.active ?? before.active,
    lookup_key: key === undefined ? before.lookup_key : key || null,
    metadata: mergeMetadata(before.metadata, changes.metadata),
  }
  await saveObject(call, price)
  return price
}

const path = '/v1/prices'

export const priceRoutes: readonly SandboxRoute[] = [
  defineRoute('POST', path, fields, createPrice),
  readRoute(path, 'price'),
  defineRoute('POST', `${path}/:id`, changeable, updatePrice),
  listRoute(
    path,
    'price',
    {
      active: boolean.optional(),
      product: z.string().optional(),
      type: z.enum(['one_time', 'recurring']).optional(),
      lookup_keys: z.array(z.string()).max(10).optional(),
    },
    ({ active, product, type, lookup_keys: keys }) => ({
      matching: { active, product, type },
      oneOf: keys && { field: 'lookup_key', values: keys },
    }),
  ),
]
