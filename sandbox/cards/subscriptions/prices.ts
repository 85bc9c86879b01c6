import { z } from 'zod'
import { type SandboxRoute, type SandboxScope, newId, secondsOf } from '../card-sandbox.ts'
import { listPage, pageInput } from '../list-page.ts'
import { insertObject, readObject, saveObject } from '../object-store.ts'
import { boolean, currency, integer, mergeMetadata, metadata, readInput } from '../read-input.ts'
import { invalidRequest, noSuch } from '../sandbox-error.ts'
import type { Price } from '../sandbox-objects.ts'
import { createProduct, getProduct, productFields } from './products.ts'

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

export async function getPrice(
  { tx, account }: Pick<SandboxScope, 'tx' | 'account'>,
  id: string,
  param = 'id',
): Promise<Price> {
  const stored = await readObject(tx, 'price', id, { account })
  if (!stored) throw noSuch('price', id, param)
  return stored.body
}

/** Reads a price that can be sold. An archived price, or one of an archived product, can only be read. */
export async function getSellablePrice(
  scope: Pick<SandboxScope, 'tx' | 'account'>,
  id: string,
  param: string,
): Promise<Price> {
  const price = await getPrice(scope, id, param)
  if (!price.active) {
    throw invalidRequest('The price specified is inactive. This field only accepts active prices.', { param })
  }
  const product = await getProduct(scope, price.product)
  if (!product.active) {
    throw invalidRequest(`The product \`${product.id}\` is inactive, so its prices cannot be sold.`, {
      param,
    })
  }
  return price
}

/** Reserves a lookup key. It belongs to one price; another price loses it only with `transfer`. */
async function claimLookupKey(
  scope: SandboxScope,
  key: string,
  transfer: boolean,
  id?: string,
): Promise<void> {
  const { tx, account } = scope
  await tx.client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `card_sandbox ${account} lookup_key ${key}`,
  ])
  const { data } = await listPage(scope, 'price', { url: '', limit: 1, matching: { lookup_key: key } })
  const [holder] = data
  if (!holder || holder.id === id) return
  if (!transfer) {
    const message = `A price (\`${holder.id}\`) already uses that lookup key.`
    throw invalidRequest(message, { code: 'resource_already_exists', param: 'lookup_key' })
  }
  await saveObject(tx, { ...holder, lookup_key: null })
}

async function createPrice(scope: SandboxScope, input: Record<string, unknown>): Promise<Price> {
  const request = readInput(input, fields)
  if (request.lookup_key)
    await claimLookupKey(scope, request.lookup_key, request.transfer_lookup_key ?? false)
  if (Boolean(request.product) === Boolean(request.product_data)) {
    throw invalidRequest('You must specify either `product` or `product_data` when creating a price.')
  }
  const product = request.product_data
    ? await createProduct(scope, request.product_data)
    : await getProduct(scope, request.product ?? '', 'product')
  const price: Price = {
    id: newId('price'),
    object: 'price',
    created: secondsOf(scope.sandbox.now()),
    livemode: false,
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
  await insertObject(scope.tx, { account: scope.account, parent: product.id }, price)
  return price
}

export const priceRoutes: readonly SandboxRoute[] = [
  { method: 'POST', path: '/v1/prices', handle: (call) => createPrice(call, call.input) },
  {
    method: 'GET',
    path: '/v1/prices/:id',
    async handle(call) {
      readInput(call.input, {})
      return getPrice(call, call.params['id'] ?? '')
    },
  },
  {
    method: 'POST',
    path: '/v1/prices/:id',
    async handle(call) {
      const changes = readInput(call.input, changeable)
      const before = await getPrice(call, call.params['id'] ?? '')
      const { lookup_key: key } = changes
      if (key) await claimLookupKey(call, key, changes.transfer_lookup_key ?? false, before.id)
      const price: Price = {
        ...before,
        active: changes.active ?? before.active,
        lookup_key: key === undefined ? before.lookup_key : key || null,
        metadata: mergeMetadata(before.metadata, changes.metadata),
      }
      await saveObject(call.tx, price)
      return price
    },
  },
  {
    method: 'GET',
    path: '/v1/prices',
    async handle(call) {
      const request = readInput(call.input, {
        ...pageInput,
        active: boolean.optional(),
        product: z.string().optional(),
        type: z.enum(['one_time', 'recurring']).optional(),
        lookup_keys: z.array(z.string()).max(10).optional(),
      })
      const { active, product, type, lookup_keys: keys, ...page } = request
      const oneOf = keys && { field: 'lookup_key' as const, values: keys }
      return listPage(call, 'price', {
        ...page,
        url: '/v1/prices',
        matching: { active, product, type },
        oneOf,
      })
    },
  },
]
