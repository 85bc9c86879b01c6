import { z } from 'zod'
import { type SandboxCall, type SandboxScope, newId, newObject } from '../card-sandbox.ts'
import { emitEvent } from '../events.ts'
import { findObject, getObject, insertObject, listObjects, saveObject } from '../object-store.ts'
import { type Input, email, mergeMetadata, metadata } from '../read-input.ts'
import type { Customer, DeletedCustomer } from '../sandbox-objects.ts'
import { type SandboxRoute, defineRoute, listRoute } from '../sandbox-routes.ts'
import { endSubscription } from '../subscriptions/subscription-lifecycle.ts'
import { timeOf } from '../subscriptions/subscriptions.ts'
import { assertOwnCard } from './payment-methods.ts'

const fields = {
  name: z.string().max(256).optional(),
  email: z.union([email, z.literal('')]).optional(),
  metadata: metadata.optional(),
}
const changeable = {
  ...fields,
  invoice_settings: z.strictObject({ default_payment_method: z.string().optional() }).optional(),
}

export async function createCustomer(scope: SandboxScope, details: Input<typeof fields>): Promise<Customer> {
  const customer: Customer = {
    ...newObject(scope, 'customer', newId('cus')),
    name: details.name || null,
    email: details.email || null,
    metadata: mergeMetadata({}, details.metadata),
    invoice_settings: { default_payment_method: null },
    _clock: 0,
  }
  await insertObject(scope, customer)
  return customer
}

async function updateCustomer(call: SandboxCall, changes: Input<typeof changeable>): Promise<Customer> {
  const before = await getObject(call, 'customer', call.id, { lock: true })
  const method = changes.invoice_settings?.default_payment_method
  await assertOwnCard(call, method, before.id, 'invoice_settings[default_payment_method]')
  const customer: Customer = {
    ...before,
    name: changes.name === undefined ? before.name : changes.name || null,
    email: changes.email === undefined ? before.email : changes.email || null,
    metadata: mergeMetadata(before.metadata, changes.metadata),
    invoice_settings: {
      default_payment_method:
        method === undefined ? before.invoice_settings.default_payment_method : method || null,
    },
  }
  await saveObject(call, customer)
  return customer
}

/** Deletes a customer and ends their running subscriptions. Afterwards only the deleted customer's id is found. */
async function deleteCustomer(call: SandboxCall): Promise<DeletedCustomer> {
  const customer = await getObject(call, 'customer', call.id, { lock: true })
  for (const { id } of await listObjects(call, 'subscription', customer.id)) {
    const subscription = await findObject(call, 'subscription', id, { lock: true })
    if (!subscription || subscription.status === 'canceled') continue
    await endSubscription(call, subscription, timeOf(call.sandbox, customer))
    await saveObject(call, subscription, null)
  }
  const deleted: DeletedCustomer = { id: customer.id, object: 'customer', deleted: true }
  await call.tx.client.query(
    `update card_sandbox.objects set type = 'deleted_customer', body = $2 where id = $1`,
    [customer.id, deleted],
  )
  await emitEvent(call, 'customer.deleted', customer)
  return deleted
}

const path = '/v1/customers'

export const customerRoutes: readonly SandboxRoute[] = [
  defineRoute('POST', path, fields, createCustomer),
  defineRoute('GET', `${path}/:id`, {}, async (call) => {
    const deleted = await findObject(call, 'deleted_customer', call.id)
    return deleted ?? getObject(call, 'customer', call.id)
  }),
  defineRoute('POST', `${path}/:id`, changeable, updateCustomer),
  defineRoute('DELETE', `${path}/:id`, {}, deleteCustomer),
  listRoute(path, 'customer', { email: z.string().optional() }, ({ email: address }) => ({
    matching: { email: address },
  })),
]
