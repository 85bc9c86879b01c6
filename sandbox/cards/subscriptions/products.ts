import { z } from 'zod'
import { type SandboxCall, type SandboxScope, newId, newObject } from '../card-sandbox.ts'
import { getObject, insertObject, readObject, saveObject } from '../object-store.ts'
import { type Input, boolean, mergeMetadata, metadata } from '../read-input.ts'
import { invalidRequest } from '../sandbox-error.ts'
import type { Product } from '../sandbox-objects.ts'
import { type SandboxRoute, defineRoute, listRoute, readRoute } from '../sandbox-routes.ts'

export const productFields = {
  id: z.string().min(1).max(5000).optional(),
  name: z.string().min(1),
  metadata: metadata.optional(),
}
const fields = { ...productFields, active: boolean.optional() }
const changeable = {
  name: z.string().min(1).optional(),
  active: boolean.optional(),
  metadata: metadata.optional(),
}

export async function createProduct(scope: SandboxScope, details: Input<typeof fields>): Promise<Product> {
  if (details.id && (await readObject(scope.tx, 'product', details.id))) {
    throw invalidRequest('Product already exists.', { code: 'resource_already_exists', param: 'id' })
  }
  const product: Product = {
    ...newObject(scope, 'product', details.id ?? newId('prod')),
    active: details.active ?? true,
    name: details.name,
    metadata: mergeMetadata({}, details.metadata),
  }
  await insertObject(scope, product)
  return product
}

async function updateProduct(call: SandboxCall, changes: Input<typeof changeable>): Promise<Product> {
  const before = await getObject(call, 'product', call.id)
  const product: Product = {
    ...before,
    name: changes.name ?? before.name,
    active: changes.active ?? before.active,
    metadata: mergeMetadata(before.metadata, changes.metadata),
  }
  await saveObject(call, product)
  return product
}

const path = '/v1/products'

export const productRoutes: readonly SandboxRoute[] = [
  defineRoute('POST', path, fields, createProduct),
  readRoute(path, 'product'),
  defineRoute('POST', `${path}/:id`, changeable, updateProduct),
  listRoute(
    path,
    'product',
    { active: boolean.optional(), ids: z.array(z.string()).optional() },
    ({ active, ids }) => ({ matching: { active }, oneOf: ids && { field: 'id', values: ids } }),
  ),
]
