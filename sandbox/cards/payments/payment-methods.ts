import { z } from 'zod'
import { type SandboxRoute, type SandboxScope, newId, secondsOf } from '../card-sandbox.ts'
import { listPage, pageInput } from '../list-page.ts'
import { insertObject, readObject } from '../object-store.ts'
import { readInput } from '../read-input.ts'
import { invalidRequest, noSuch } from '../sandbox-error.ts'
import type { PaymentMethod } from '../sandbox-objects.ts'
import { getCustomer } from './customers.ts'

/** The data of an entered card, never its number. */
export interface CardInput {
  outcome: PaymentMethod['_outcome']
  brand: string
  last4: string
  expMonth: number
  expYear: number
}

/** Test ids that the provider publishes. Each use creates a new card. */
const testIds = new Map<string, Pick<CardInput, 'outcome' | 'last4'>>(
  Object.entries({
    pm_card_visa: { outcome: 'succeeds', last4: '4242' },
    pm_card_chargeDeclined: { outcome: 'generic_decline', last4: '0002' },
    pm_card_chargeDeclinedInsufficientFunds: { outcome: 'insufficient_funds', last4: '9995' },
    pm_card_createDispute: { outcome: 'disputed', last4: '0259' },
    pm_card_authenticationRequiredOnSetup: { outcome: 'asks', last4: '3155' },
  }),
)

export async function createPaymentMethod(
  { sandbox, tx, account }: SandboxScope,
  card: CardInput,
  customer: string | null,
): Promise<PaymentMethod> {
  const method: PaymentMethod = {
    id: newId('pm'),
    object: 'payment_method',
    created: secondsOf(sandbox.now()),
    livemode: false,
    type: 'card',
    customer,
    card: { brand: card.brand, last4: card.last4, exp_month: card.expMonth, exp_year: card.expYear },
    _outcome: card.outcome,
  }
  await insertObject(tx, { account, parent: customer ?? undefined }, method)
  return method
}

/** Reads a stored card, or creates one for a published test id. */
export async function getPaymentMethod(
  scope: SandboxScope,
  id: string,
  param = 'id',
  customer: string | null = null,
): Promise<PaymentMethod> {
  const { sandbox, tx, account } = scope
  const test = testIds.get(id)
  if (test) {
    const expiry = { expMonth: 12, expYear: sandbox.now().getUTCFullYear() + 3 }
    return createPaymentMethod(scope, { ...test, ...expiry, brand: 'visa' }, customer)
  }
  const stored = await readObject(tx, 'payment_method', id, { account })
  if (!stored) throw noSuch('payment_method', id, param)
  return stored.body
}

export const paymentMethodRoutes: readonly SandboxRoute[] = [
  {
    method: 'GET',
    path: '/v1/payment_methods/:id',
    async handle(call) {
      readInput(call.input, {})
      return getPaymentMethod(call, call.params['id'] ?? '')
    },
  },
  {
    method: 'GET',
    path: '/v1/payment_methods',
    async handle(call) {
      const { customer, ...page } = readInput(call.input, {
        ...pageInput,
        customer: z.string(),
        type: z.literal('card').optional(),
      })
      await getCustomer(call, customer, { param: 'customer' })
      return listPage(call, 'payment_method', { ...page, url: '/v1/payment_methods', matching: { customer } })
    },
  },
  {
    method: 'POST',
    path: '/v1/payment_methods/:id/attach',
    async handle(call) {
      const { customer } = readInput(call.input, { customer: z.string() })
      const { id } = await getCustomer(call, customer, { param: 'customer' })
      const method = await getPaymentMethod(call, call.params['id'] ?? '', 'id', id)
      if (method.customer !== null && method.customer !== id) {
        throw invalidRequest('The payment method you provided has already been attached to a customer.')
      }
      const attached: PaymentMethod = { ...method, customer: id }
      await call.tx.client.query('update card_sandbox.objects set body = $2, parent = $3 where id = $1', [
        method.id,
        attached,
        id,
      ])
      return attached
    },
  },
]
