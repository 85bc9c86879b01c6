import { z } from 'zod'
import { assertChargeable } from '../amounts.ts'
import type { SandboxScope } from '../card-sandbox.ts'
import { getObject, saveObject } from '../object-store.ts'
import { type Input, boolean, currency, email, integer, mergeMetadata, metadata } from '../read-input.ts'
import { cardError, invalidRequest } from '../sandbox-error.ts'
import type { PaymentIntent, PaymentMethod } from '../sandbox-objects.ts'
import { type SandboxRoute, defineRoute, listRoute, readRoute } from '../sandbox-routes.ts'
import { cancelIntent, chargeCard, createIntent } from './payment-intents.ts'
import { getPaymentMethod } from './payment-methods.ts'

const confirmFields = {
  payment_method: z.string().optional(),
  off_session: boolean.optional(),
  return_url: z.url().optional(),
  error_on_requires_action: boolean.optional(),
}
const fields = {
  ...confirmFields,
  amount: integer,
  currency,
  confirm: boolean.optional(),
  customer: z.string().optional(),
  description: z.string().max(1000).optional(),
  receipt_email: email.optional(),
  metadata: metadata.optional(),
  setup_future_usage: z.enum(['on_session', 'off_session']).optional(),
  allowed_payment_method_types: z.array(z.literal('card')).optional(),
  automatic_payment_methods: z
    .strictObject({ enabled: boolean, allow_redirects: z.enum(['always', 'never']).optional() })
    .optional(),
}
const cancelFields = {
  cancellation_reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer', 'abandoned']).optional(),
}

/** Locks a payment that can still be confirmed or canceled. */
async function lockIntent(scope: SandboxScope, id: string, verb: string): Promise<PaymentIntent> {
  const intent = await getObject(scope, 'payment_intent', id, { lock: true })
  if (intent.status !== 'succeeded' && intent.status !== 'canceled') return intent
  const message = `You cannot ${verb} this PaymentIntent because it has a status of ${intent.status}.`
  throw invalidRequest(message, { code: 'payment_intent_unexpected_state' })
}

async function confirm(
  scope: SandboxScope,
  intent: PaymentIntent,
  { payment_method: method, off_session: isOffSession }: Input<typeof confirmFields>,
): Promise<PaymentIntent> {
  const id = method ?? intent.payment_method
  if (!id) {
    const message =
      'You cannot confirm this PaymentIntent because it’s missing a payment method. Update the PaymentIntent with a ' +
      'payment method and then confirm it again.'
    throw invalidRequest(message, { code: 'payment_intent_unexpected_state' })
  }
  const paymentMethod = await getPaymentMethod(scope, id, 'payment_method', intent.customer)
  assertUsable(paymentMethod, intent.customer)
  const result = await chargeCard(scope, intent, paymentMethod, { isOffSession: isOffSession ?? false })
  if (result.error) throw cardError(result.intent, result.charge?.id)
  return result.intent
}

function assertUsable({ customer, _isDetached: isDetached }: PaymentMethod, payer: string | null): void {
  if (isDetached) {
    const message =
      'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment or was ' +
      'detached from a Customer. It may not be used again.'
    throw invalidRequest(message, { param: 'payment_method' })
  }
  if (customer === null || customer === payer) return
  const message =
    'The provided PaymentMethod belongs to a Customer. Please include the Customer in the request.'
  throw invalidRequest(message, { param: 'payment_method' })
}

const path = '/v1/payment_intents'

export const paymentIntentRoutes: readonly SandboxRoute[] = [
  defineRoute('POST', path, fields, async (call, request) => {
    assertChargeable(request.amount, request.currency, 'amount')
    if (request.customer) await getObject(call, 'customer', request.customer, { param: 'customer' })
    const intent = await createIntent(call, {
      amount: request.amount,
      currency: request.currency,
      customer: request.customer ?? null,
      description: request.description ?? null,
      receiptEmail: request.receipt_email ?? null,
      metadata: mergeMetadata({}, request.metadata),
      setupFutureUsage: request.setup_future_usage,
    })
    if (request.confirm) return confirm(call, intent, request)
    if (!request.payment_method) return intent
    const method = await getPaymentMethod(call, request.payment_method, 'payment_method', intent.customer)
    const waiting = { ...intent, status: 'requires_confirmation', payment_method: method.id } as const
    await saveObject(call, waiting)
    return waiting
  }),
  readRoute(path, 'payment_intent'),
  defineRoute('POST', `${path}/:id/confirm`, confirmFields, async (call, request) =>
    confirm(call, await lockIntent(call, call.id, 'confirm'), request),
  ),
  defineRoute('POST', `${path}/:id/cancel`, cancelFields, async (call) =>
    cancelIntent(call, await lockIntent(call, call.id, 'cancel')),
  ),
  listRoute(path, 'payment_intent', { customer: z.string().optional() }, ({ customer }) => ({
    parent: customer,
  })),
  readRoute('/v1/charges', 'charge'),
  listRoute(
    '/v1/charges',
    'charge',
    { payment_intent: z.string().optional(), customer: z.string().optional() },
    async ({ payment_intent: parent, customer }, call) => {
      if (customer !== undefined) await getObject(call, 'customer', customer, { param: 'customer' })
      return { parent, matching: { customer } }
    },
  ),
]
