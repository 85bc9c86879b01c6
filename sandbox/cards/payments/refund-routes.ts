import { z } from 'zod'
import { amountText, assertDivisible } from '../amounts.ts'
import { type SandboxScope, newId, secondsOf } from '../card-sandbox.ts'
import { emitEvent } from '../events.ts'
import { getObject, insertObject, saveObject } from '../object-store.ts'
import { bookBalance } from '../payouts/balance-transactions.ts'
import { type Input, integer, mergeMetadata, metadata } from '../read-input.ts'
import { invalidRequest } from '../sandbox-error.ts'
import type { Charge, Refund } from '../sandbox-objects.ts'
import { type SandboxRoute, defineRoute, listRoute, readRoute } from '../sandbox-routes.ts'
import { countsAsDisputed } from './disputes.ts'

const fields = {
  payment_intent: z.string().optional(),
  charge: z.string().optional(),
  amount: integer.optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  metadata: metadata.optional(),
}

/** Finds and locks the charge, so that two concurrent refunds cannot exceed the payment. */
async function lockCharge(scope: SandboxScope, request: Input<typeof fields>): Promise<Charge> {
  let id = request.charge
  if (request.payment_intent !== undefined) {
    const intent = await getObject(scope, 'payment_intent', request.payment_intent, {
      param: 'payment_intent',
    })
    id = intent.status === 'succeeded' ? (intent.latest_charge ?? '') : ''
  }
  if (id === undefined) {
    const message =
      'One of the following params should be provided for this request: payment_intent or charge.'
    throw invalidRequest(message)
  }
  if (id === '') {
    const message = `This PaymentIntent (${request.payment_intent}) does not have a successful charge to refund.`
    throw invalidRequest(message, { code: 'payment_intent_unexpected_state', param: 'payment_intent' })
  }
  return getObject(scope, 'charge', id, { param: 'charge', lock: true })
}

async function createRefund(scope: SandboxScope, request: Input<typeof fields>): Promise<Refund> {
  const charge = await lockCharge(scope, request)
  if (charge.disputed && (await countsAsDisputed(scope, charge))) {
    const message = `Charge ${charge.id} has been charged back; cannot issue a refund.`
    throw invalidRequest(message, { code: 'charge_disputed' })
  }
  const left = charge.amount - charge.amount_refunded
  const amount = request.amount ?? left
  if (charge.refunded || left === 0) {
    const message = `Charge ${charge.id} has already been refunded.`
    throw invalidRequest(message, { code: 'charge_already_refunded' })
  }
  if (amount < 1)
    throw invalidRequest('Invalid positive integer', { code: 'parameter_invalid_integer', param: 'amount' })
  if (amount > left) {
    const [asked, unrefunded] = [amount, left].map((each) => amountText(each, charge.currency))
    const message = `Refund amount (${asked}) is greater than unrefunded amount on charge (${unrefunded})`
    throw invalidRequest(message, { param: 'amount' })
  }
  assertDivisible(amount, charge.currency, 'amount')
  const refund: Refund = {
    id: newId('re'),
    object: 'refund',
    created: secondsOf(scope.sandbox.now()),
    amount,
    currency: charge.currency,
    charge: charge.id,
    payment_intent: charge.payment_intent,
    reason: request.reason ?? null,
    status: 'succeeded',
    metadata: mergeMetadata({}, request.metadata),
  }
  await insertObject(scope, refund, { parent: charge.payment_intent })
  await bookBalance(scope, refund, { category: 'refund', amount: -amount })
  const changed: Charge = {
    ...charge,
    amount_refunded: charge.amount_refunded + amount,
    refunded: amount === left,
  }
  await saveObject(scope, changed)
  await emitEvent(scope, 'refund.created', refund)
  await emitEvent(scope, 'charge.refunded', changed)
  return refund
}

const path = '/v1/refunds'

export const refundRoutes: readonly SandboxRoute[] = [
  defineRoute('POST', path, fields, createRefund),
  readRoute(path, 'refund'),
  listRoute(
    path,
    'refund',
    { payment_intent: z.string().optional(), charge: z.string().optional() },
    async ({ payment_intent: parent, charge }, call) => {
      if (parent !== undefined) await getObject(call, 'payment_intent', parent, { param: 'payment_intent' })
      if (charge !== undefined) await getObject(call, 'charge', charge, { param: 'charge' })
      return { parent, matching: { charge } }
    },
  ),
]
