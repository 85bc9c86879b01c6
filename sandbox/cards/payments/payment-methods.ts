import { z } from 'zod'
import { type SandboxScope, newId, newObject } from '../card-sandbox.ts'
import { testCards } from '../checkout/test-cards.ts'
import { type StoreScope, findObject, getObject, insertObject } from '../object-store.ts'
import { invalidRequest, noSuch } from '../sandbox-error.ts'
import type { PaymentMethod } from '../sandbox-objects.ts'
import { type SandboxRoute, defineRoute, listRoute } from '../sandbox-routes.ts'

/** The data of an entered card, never its number. */
export interface CardInput {
  outcome: PaymentMethod['_outcome']
  brand: string
  last4: string
  expMonth: number
  expYear: number
}

export async function createPaymentMethod(
  scope: SandboxScope,
  card: CardInput,
  customer: string | null,
): Promise<PaymentMethod> {
  const method: PaymentMethod = {
    ...newObject(scope, 'payment_method', newId('pm')),
    type: 'card',
    customer,
    card: { brand: card.brand, last4: card.last4, exp_month: card.expMonth, exp_year: card.expYear },
    _outcome: card.outcome,
  }
  await insertObject(scope, method, { parent: customer })
  return method
}

/** Keeps a card for later payments of the customer. */
export async function attachCard(
  { tx }: Pick<StoreScope, 'tx'>,
  method: PaymentMethod,
  customer: string | null,
): Promise<PaymentMethod> {
  const changed: PaymentMethod = { ...method, customer, _isDetached: customer === null }
  await tx.client.query('update card_sandbox.objects set body = $2, parent = $3 where id = $1', [
    method.id,
    changed,
    customer,
  ])
  return changed
}

/** Reads a stored card, or creates one for a published test id. */
export async function getPaymentMethod(
  scope: SandboxScope,
  id: string,
  param = 'id',
  customer: string | null = null,
): Promise<PaymentMethod> {
  const testCard = testCards.find((card) => card.id === id)
  if (!testCard) return getObject(scope, 'payment_method', id, { param })
  const { outcome, brand, number } = testCard
  const expiry = { expMonth: 12, expYear: scope.sandbox.now().getUTCFullYear() + 3 }
  return createPaymentMethod(scope, { outcome, brand, last4: number.slice(-4), ...expiry }, customer)
}

/** Refuses a card that is not the customer's. */
export async function assertOwnCard(
  scope: StoreScope,
  id: string | undefined,
  customer: string,
  param: string,
): Promise<void> {
  if (!id) return
  const method = await findObject(scope, 'payment_method', id)
  if (method?.customer !== customer) throw noSuch('payment_method', id, param)
}

const path = '/v1/payment_methods'

export const paymentMethodRoutes: readonly SandboxRoute[] = [
  defineRoute('GET', `${path}/:id`, {}, (call) => getPaymentMethod(call, call.id)),
  listRoute(
    path,
    'payment_method',
    { customer: z.string(), type: z.literal('card').optional() },
    async ({ customer }, call) => {
      await getObject(call, 'customer', customer, { param: 'customer' })
      return { matching: { customer } }
    },
  ),
  defineRoute('POST', `${path}/:id/attach`, { customer: z.string() }, async (call, { customer }) => {
    await getObject(call, 'customer', customer, { param: 'customer' })
    const method = await getPaymentMethod(call, call.id, 'id', customer)
    if (method.customer !== null && method.customer !== customer) {
      throw invalidRequest('The payment method you provided has already been attached to a customer.')
    }
    return attachCard(call, method, customer)
  }),
  defineRoute('POST', `${path}/:id/detach`, {}, async (call) => {
    const method = await getObject(call, 'payment_method', call.id)
    if (method.customer !== null) return attachCard(call, method, null)
    throw invalidRequest(
      'The payment method you provided is not attached to a customer so detachment is impossible.',
    )
  }),
]
