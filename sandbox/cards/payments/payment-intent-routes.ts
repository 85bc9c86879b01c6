import { z } from 'zod'
import { assertChargeable } from '../amounts.ts'
import type { SandboxRoute, SandboxScope } from '../card-sandbox.ts'
import { listPage, pageInput } from '../list-page.ts'
import { readObject, saveObject } from '../object-store.ts'
import { boolean, currency, email, integer, mergeMetadata, metadata, readInput } from '../read-input.ts'
import { cardError, invalidRequest, noSuch } from '../sandbox-error.ts'
import type { PaymentIntent } from '../sandbox-objects.ts'
import { getCustomer } from './customers.ts'
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
  payment_method_types: z.array(z.literal('card')).optional(),
  automatic_payment_methods: z
    .strictObject({ enabled: boolean, allow_redirects: z.enum(['always', 'never']).optional() })
    .optional(),
}

async function lockIntent({ tx, account }: SandboxScope, id: string): Promise<PaymentIntent> {
  const stored = await readObject(tx, 'payment_intent', id, { account, lock: true })
  if (!stored) throw noSuch('payment_intent', id)
  return stored.body
}

function assertState(intent: PaymentIntent, verb: string): void {
  if (intent.status !== 'succeeded' && intent.status !== 'canceled') return
  const message = `You cannot ${verb} this PaymentIntent because it has a status of ${intent.status}.`
  throw invalidRequest(message, { code: 'payment_intent_unexpected_state' })
}

async function confirm(
  scope: SandboxScope,
  intent: PaymentIntent,
  request: { payment_method?: string | undefined },
): Promise<PaymentIntent> {
  const id = request.payment_method ?? intent.payment_method
  if (!id) {
    const message =
      'You cannot confirm this PaymentIntent because it’s missing a payment method. Update the PaymentIntent with a ' +
      'payment method and then confirm it again.'
    throw invalidRequest(message, { code: 'payment_intent_unexpected_state' })
  }
  const paymentMethod = await getPaymentMethod(scope, id, 'payment_method', intent.customer)
  const result = await chargeCard(scope, {
    intent,
    paymentMethod,
    amount: intent.amount,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    receiptEmail: intent.receipt_email,
    metadata: intent.metadata,
  })
  if (result.error) throw cardError(result.intent, result.charge?.id)
  return result.intent
}

export const paymentIntentRoutes: readonly SandboxRoute[] = [
  {
    method: 'POST',
    path: '/v1/payment_intents',
    async handle(call) {
      const request = readInput(call.input, fields)
      assertChargeable(request.amount, 'amount')
      if (request.customer) await getCustomer(call, request.customer, { param: 'customer' })
      const intent = await createIntent(call, {
        amount: request.amount,
        currency: request.currency,
        customer: request.customer ?? null,
        description: request.description ?? null,
        receiptEmail: request.receipt_email ?? null,
        metadata: mergeMetadata({}, request.metadata),
      })
      if (request.confirm) return confirm(call, intent, request)
      if (!request.payment_method) return intent
      const method = await getPaymentMethod(call, request.payment_method, 'payment_method', intent.customer)
      const waiting = { ...intent, status: 'requires_confirmation', payment_method: method.id } as const
      await saveObject(call.tx, waiting)
      return waiting
    },
  },
  {
    method: 'GET',
    path: '/v1/payment_intents/:id',
    async handle({ tx, account, input, params: { id = '' } }) {
      readInput(input, {})
      const stored = await readObject(tx, 'payment_intent', id, { account })
      if (!stored) throw noSuch('payment_intent', id)
      return stored.body
    },
  },
  {
    method: 'POST',
    path: '/v1/payment_intents/:id/confirm',
    async handle(call) {
      const request = readInput(call.input, confirmFields)
      const intent = await lockIntent(call, call.params['id'] ?? '')
      assertState(intent, 'confirm')
      return confirm(call, intent, request)
    },
  },
  {
    method: 'POST',
    path: '/v1/payment_intents/:id/cancel',
    async handle(call) {
      readInput(call.input, {
        cancellation_reason: z
          .enum(['duplicate', 'fraudulent', 'requested_by_customer', 'abandoned'])
          .optional(),
      })
      const intent = await lockIntent(call, call.params['id'] ?? '')
      assertState(intent, 'cancel')
      return cancelIntent(call, intent)
    },
  },
  {
    method: 'GET',
    path: '/v1/payment_intents',
    async handle(call) {
      const { customer, ...page } = readInput(call.input, { ...pageInput, customer: z.string().optional() })
      return listPage(call, 'payment_intent', { ...page, url: '/v1/payment_intents', parent: customer })
    },
  },
]
