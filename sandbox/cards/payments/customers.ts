import { z } from 'zod'
import { type SandboxRoute, type SandboxScope, newId, secondsOf } from '../card-sandbox.ts'
import { listPage, pageInput } from '../list-page.ts'
import { insertObject, readObject, saveObject } from '../object-store.ts'
import { email, mergeMetadata, metadata, readInput } from '../read-input.ts'
import { noSuch } from '../sandbox-error.ts'
import type { Customer } from '../sandbox-objects.ts'

const fields = {
  name: z.string().max(256).optional(),
  email: z.union([email, z.literal('')]).optional(),
  metadata: metadata.optional(),
}
const changeable = {
  ...fields,
  invoice_settings: z.strictObject({ default_payment_method: z.string().optional() }).optional(),
}

interface NewCustomer {
  name?: string | undefined
  email?: string | undefined
  metadata?: Record<string, string> | undefined
}

export async function createCustomer(
  { sandbox, tx, account }: SandboxScope,
  details: NewCustomer,
): Promise<Customer> {
  const customer: Customer = {
    id: newId('cus'),
    object: 'customer',
    created: secondsOf(sandbox.now()),
    livemode: false,
    name: details.name || null,
    email: details.email || null,
    metadata: mergeMetadata({}, details.metadata),
    invoice_settings: { default_payment_method: null },
    _clock: 0,
  }
  await insertObject(tx, { account }, customer)
  return customer
}

/** Reads a customer. `param` names the parameter with the id. */
export async function getCustomer(
  { tx, account }: Pick<SandboxScope, 'tx' | 'account'>,
  id: string,
  { param = 'id', lock = false }: { param?: string; lock?: boolean } = {},
): Promise<Customer> {
  const stored = await readObject(tx, 'customer', id, { account, lock })
  if (!stored) throw noSuch('customer', id, param)
  return stored.body
}

export const customerRoutes: readonly SandboxRoute[] = [
  {
    method: 'POST',
    path: '/v1/customers',
    handle: async (call) => createCustomer(call, readInput(call.input, fields)),
  },
  {
    method: 'GET',
    path: '/v1/customers/:id',
    async handle(call) {
      readInput(call.input, {})
      const { tx, account } = call
      const { id = '' } = call.params
      const deleted = await readObject(tx, 'deleted_customer', id, { account })
      return deleted?.body ?? getCustomer(call, id)
    },
  },
  {
    method: 'POST',
    path: '/v1/customers/:id',
    async handle(call) {
      const changes = readInput(call.input, changeable)
      const before = await getCustomer(call, call.params['id'] ?? '', { lock: true })
      const method = changes.invoice_settings?.default_payment_method
      if (method) {
        const stored = await readObject(call.tx, 'payment_method', method, {
          account: call.account,
        })
        if (stored?.body.customer !== before.id) {
          throw noSuch('payment_method', method, 'invoice_settings[default_payment_method]')
        }
      }
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
      await saveObject(call.tx, customer)
      return customer
    },
  },
  {
    method: 'GET',
    path: '/v1/customers',
    async handle(call) {
      const { email: address, ...page } = readInput(call.input, {
        ...pageInput,
        email: z.string().optional(),
      })
      return listPage(call, 'customer', { ...page, url: '/v1/customers', matching: { email: address } })
    },
  },
]
