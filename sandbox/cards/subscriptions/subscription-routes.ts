import { z } from 'zod'
import type { SandboxCall } from '../card-sandbox.ts'
import { listPage, pageInput } from '../list-page.ts'
import { getObject, saveObject } from '../object-store.ts'
import { assertOwnCard } from '../payments/payment-methods.ts'
import { type Input, boolean, mergeMetadata, metadata } from '../read-input.ts'
import { invalidRequest, noSuch } from '../sandbox-error.ts'
import type { Price, Subscription } from '../sandbox-objects.ts'
import { type SandboxRoute, defineRoute } from '../sandbox-routes.ts'
import { changeSubscription } from './change-subscription.ts'
import { itemOf, withCurrentPrice } from './subscription-item.ts'
import { endSubscription } from './subscription-lifecycle.ts'
import { timeOf } from './subscriptions.ts'

const running = ['trialing', 'active', 'past_due', 'unpaid', 'paused', 'incomplete'] as const
const filters = {
  ...pageInput,
  customer: z.string().optional(),
  status: z.enum([...running, 'canceled', 'ended', 'all']).optional(),
}

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

async function readNewPrice(
  call: SandboxCall,
  subscription: Subscription,
  { items: [change] = [] }: Input<typeof changeable>,
): Promise<Price | undefined> {
  if (!change?.price) return undefined
  // Without its id the provider would add a second item, which the sandbox does not support.
  if (change.id !== itemOf(subscription).id)
    throw noSuch('subscription_item', change.id ?? '', 'items[0][id]')
  const price = await getObject(call, 'price', change.price, { param: 'items[0][price]' })
  if (!price.recurring) {
    const message = `The price specified is set to \`type=one_time\` but this field only accepts prices with \`type=recurring\`.`
    throw invalidRequest(message, { param: 'items[0][price]' })
  }
  return price
}

async function update(call: SandboxCall, request: Input<typeof changeable>): Promise<Subscription> {
  const subscription = await getObject(call, 'subscription', call.id, { lock: true })
  if (subscription.status === 'canceled') {
    throw invalidRequest('A canceled subscription can only update its cancellation_details and metadata.')
  }
  const { default_payment_method: method } = request
  await assertOwnCard(call, method, subscription.customer, 'default_payment_method')
  const refusal = await changeSubscription(call, subscription, {
    price: await readNewPrice(call, subscription, request),
    prorate: request.proration_behavior !== 'none',
    cancelAtPeriodEnd: request.cancel_at_period_end,
    paymentMethod: method,
    metadata: mergeMetadata(subscription.metadata, request.metadata),
  })
  if (refusal) throw refusal
  return subscription
}

async function cancel(call: SandboxCall): Promise<Subscription> {
  const subscription = await getObject(call, 'subscription', call.id, { lock: true })
  if (subscription.status === 'canceled') throw noSuch('subscription', subscription.id)
  const customer = await getObject(call, 'customer', subscription.customer)
  await endSubscription(call, subscription, timeOf(call.sandbox, customer))
  await saveObject(call, subscription, null)
  return subscription
}

async function list(call: SandboxCall, request: Input<typeof filters>): Promise<object> {
  const { customer, status, ...page } = request
  if (customer !== undefined) await getObject(call, 'customer', customer, { param: 'customer' })
  const ended = status === 'ended' ? ['canceled'] : undefined
  const values = status === undefined ? [...running] : (ended ?? [status])
  const oneOf = status === 'all' ? undefined : { field: 'status' as const, values }
  const found = await listPage(call, 'subscription', { ...page, url: path, parent: customer, oneOf })
  for (const subscription of found.data) await withCurrentPrice(call, subscription)
  return found
}

const path = '/v1/subscriptions'
const cancelFields = { invoice_now: boolean.optional(), prorate: boolean.optional() }

export const subscriptionRoutes: readonly SandboxRoute[] = [
  defineRoute('GET', path, filters, list),
  defineRoute('GET', `${path}/:id`, {}, async (call) =>
    withCurrentPrice(call, await getObject(call, 'subscription', call.id)),
  ),
  defineRoute('POST', `${path}/:id`, changeable, update),
  defineRoute('DELETE', `${path}/:id`, cancelFields, cancel),
]
