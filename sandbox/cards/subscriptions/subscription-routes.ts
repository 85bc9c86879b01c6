import { z } from 'zod'
import type { SandboxCall, SandboxRoute, SandboxScope } from '../card-sandbox.ts'
import { listPage, pageInput } from '../list-page.ts'
import { readObject, saveObject } from '../object-store.ts'
import { getCustomer } from '../payments/customers.ts'
import { boolean, mergeMetadata, metadata, readInput } from '../read-input.ts'
import { invalidRequest, noSuch } from '../sandbox-error.ts'
import type { Price, Subscription } from '../sandbox-objects.ts'
import { getPrice } from './prices.ts'
import { changeSubscription } from './subscription-change.ts'
import { itemOf, withCurrentPrice } from './subscription-item.ts'
import { endSubscription } from './subscription-lifecycle.ts'
import { timeOf } from './subscriptions.ts'

const running = ['trialing', 'active', 'past_due', 'unpaid', 'paused', 'incomplete'] as const
const filters = z.enum([...running, 'canceled', 'ended', 'all'])

const changeable = {
  items: z
    .array(
      z.strictObject({
        id: z.string().optional(),
        price: z.string().optional(),
        quantity: z.literal('1').optional(),
      }),
    )
    .length(1)
    .optional(),
  cancel_at_period_end: boolean.optional(),
  default_payment_method: z.string().optional(),
  metadata: metadata.optional(),
  proration_behavior: z.enum(['always_invoice', 'create_prorations', 'none']).optional(),
  payment_behavior: z
    .enum(['allow_incomplete', 'default_incomplete', 'error_if_incomplete', 'pending_if_incomplete'])
    .optional(),
}

async function getSubscription(scope: SandboxScope, id: string, lock = false): Promise<Subscription> {
  const { tx, account } = scope
  const stored = await readObject(tx, 'subscription', id, { account, lock })
  if (!stored) throw noSuch('subscription', id)
  return stored.body
}

async function readNewPrice(
  call: SandboxCall,
  subscription: Subscription,
  items: { id?: string | undefined; price?: string | undefined }[] = [],
): Promise<Price | undefined> {
  const [change] = items
  if (!change?.price) return undefined
  // Without its id the provider would add a second item, which the sandbox does not support.
  if (change.id !== itemOf(subscription).id)
    throw noSuch('subscription_item', change.id ?? '', 'items[0][id]')
  const price = await getPrice(call, change.price, 'items[0][price]')
  if (!price.recurring) {
    const message = `The price specified is set to \`type=one_time\` but this field only accepts prices with \`type=recurring\`.`
    throw invalidRequest(message, { param: 'items[0][price]' })
  }
  return price
}

async function update(call: SandboxCall): Promise<Subscription> {
  const request = readInput(call.input, changeable)
  const subscription = await getSubscription(call, call.params['id'] ?? '', true)
  if (subscription.status === 'canceled') {
    throw invalidRequest('A canceled subscription can only update its cancellation_details and metadata.')
  }
  const method = request.default_payment_method
  if (method) {
    const stored = await readObject(call.tx, 'payment_method', method, { account: call.account })
    if (stored?.body.customer !== subscription.customer) {
      throw noSuch('payment_method', method, 'default_payment_method')
    }
  }
  const refusal = await changeSubscription(call, subscription, {
    price: await readNewPrice(call, subscription, request.items),
    prorate: request.proration_behavior !== 'none',
    cancelAtPeriodEnd: request.cancel_at_period_end,
    paymentMethod: method,
    metadata: mergeMetadata(subscription.metadata, request.metadata),
  })
  if (refusal) throw refusal
  return subscription
}

async function cancel(call: SandboxCall): Promise<Subscription> {
  readInput(call.input, { invoice_now: boolean.optional(), prorate: boolean.optional() })
  const subscription = await getSubscription(call, call.params['id'] ?? '', true)
  if (subscription.status === 'canceled') throw noSuch('subscription', subscription.id)
  const customer = await getCustomer(call, subscription.customer)
  await endSubscription(call, subscription, timeOf(call.sandbox, customer))
  await saveObject(call.tx, subscription, null)
  return subscription
}

async function list(call: SandboxCall): Promise<object> {
  const { customer, status, ...pageOptions } = readInput(call.input, {
    ...pageInput,
    customer: z.string().optional(),
    status: filters.optional(),
  })
  if (customer !== undefined) await getCustomer(call, customer, { param: 'customer' })
  const ended = status === 'ended' ? ['canceled'] : undefined
  const values = status === undefined ? [...running] : (ended ?? [status])
  const page = await listPage(call, 'subscription', {
    ...pageOptions,
    url: '/v1/subscriptions',
    parent: customer,
    oneOf: status === 'all' ? undefined : { field: 'status', values },
  })
  for (const subscription of page.data) await withCurrentPrice(call, subscription)
  return page
}

export const subscriptionRoutes: readonly SandboxRoute[] = [
  { method: 'GET', path: '/v1/subscriptions', handle: list },
  {
    method: 'GET',
    path: '/v1/subscriptions/:id',
    async handle(call) {
      readInput(call.input, {})
      return withCurrentPrice(call, await getSubscription(call, call.params['id'] ?? ''))
    },
  },
  { method: 'POST', path: '/v1/subscriptions/:id', handle: update },
  { method: 'DELETE', path: '/v1/subscriptions/:id', handle: cancel },
]
