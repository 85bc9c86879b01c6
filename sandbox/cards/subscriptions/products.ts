import { z } from 'zod'
import { type SandboxRoute, type SandboxScope, newId, secondsOf } from '../card-sandbox.ts'
import { listPage, pageInput } from '../list-page.ts'
import { insertObject, readObject, saveObject } from '../object-store.ts'
import { boolean, mergeMetadata, metadata, readInput } from '../read-input.ts'
import { invalidRequest, noSuch } from '../sandbox-error.ts'
import type { Product } from '../sandbox-objects.ts'

export const productFields = {
  id: z.string().min(1).max(5000).optional(),
  name: z.string().min(1),
  metadata: metadata.optional(),
}

interface NewProduct {
  id?: string | undefined
  name: string
  metadata?: Record<string, string> | undefined
  active?: boolean | undefined
}

export async function createProduct(
  { sandbox, tx, account }: SandboxScope,
  details: NewProduct,
): Promise<Product> {
  if (details.id && (await readObject(tx, 'product', details.id))) {
    throw invalidRequest('Product already exists.', { code: 'resource_already_exists', param: 'id' })
  }
  const product: Product = {
    id: details.id ?? newId('prod'),
    object: 'product',
    created: secondsOf(sandbox.now()),
    livemode: false,
    active: details.active ?? true,
    name: details.name,
    metadata: mergeMetadata({}, details.metadata),
  }
  await insertObject(tx, { account }, product)
  return product
}

export async function getProduct(
  { tx, account }: Pick<SandboxScope, 'tx' | 'account'>,
  id: string,
  param = 'id',
): Promise<Product> {
  const stored = await readObject(tx, 'product', id, { account })
  if (!stored) throw noSuch('product', id, param)
  return stored.body
}

export const productRoutes: readonly SandboxRoute[] = [
  {
    method: 'POST',
    path: '/v1/products',
    handle: async (call) =>
      createProduct(call, readInput(call.input, { ...productFields, active: boolean.optional() })),
  },
  {
    method: 'GET',
    path: '/v1/products/:id',
    async handle(call) {
      readInput(call.input, {})
      return getProduct(call, call.params['id'] ?? '')
    },
  },
  {
    method: 'POST',
    path: '/v1/products/:id',
    async handle(call) {
      const changes = readInput(call.input, {
        name: z.string().min(1).optional(),
        active: boolean.optional(),
        metadata: metadata.optional(),
      })
      const before = await getProduct(call, call.params['id'] ?? '')
      const product: Product = {
        ...before,
        name: changes.name ?? before.name,
        active: changes.active ?? before.active,
        metadata: mergeMetadata(before.metadata, changes.metadata),
      }
      await saveObject(call.tx, product)
      return product
    },
  },
  {
    method: 'GET',
    path: '/v1/products',
    async handle(call) {
      const { active, ids, ...page } = readInput(call.input, {
        ...pageInput,
        active: boolean.optional(),
        ids: z.array(z.string()).optional(),
      })
      const oneOf = ids && { field: 'id' as const, values: ids }
      return listPage(call, 'product', { ...page, url: '/v1/products', matching: { active }, oneOf })
    },
  },
]
