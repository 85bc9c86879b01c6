import { z } from 'zod'
import { dollars } from '../amounts.ts'
import { type SandboxRoute, type SandboxScope, newId, secondsOf } from '../card-sandbox.ts'
import { emitEvent } from '../events.ts'
import { listPage, pageInput } from '../list-page.ts'
import { insertObject, readObject, saveObject } from '../object-store.ts'
import { integer, mergeMetadata, metadata, readInput } from '../read-input.ts'
import { invalidRequest, noSuch } from '../sandbox-error.ts'
import type { Charge, Refund } from '../sandbox-objects.ts'
import { countsAsDisputed } from './disputes.ts'

const fields = {
  payment_intent: z.string().optional(),
  charge: z.string().optional(),
  amount: integer.optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  metadata: metadata.optional(),
}

/** Finds and locks the charge, so that two concurrent refunds cannot exceed the payment. */
async function lockCharge(
  { tx, account }: SandboxScope,
  request: { payment_intent?: string | undefined; charge?: string | undefined },
): Promise<Charge> {
  let id = request.charge
  if (request.payment_intent !== undefined) {
    const intent = await readObject(tx, 'payment_intent', request.payment_intent, { account })
    if (!intent) throw noSuch('payment_intent', request.payment_intent, 'payment_intent')
    id = intent.body.status === 'succeeded' ? (intent.body.latest_charge ?? '') : ''
  }
  if (id === undefined)
    throw invalidRequest(
      'One of the following params should be provided for this request: payment_intent or charge.',
    )
  if (id === '') {
    const message = `This PaymentIntent (${request.payment_intent}) does not have a successful charge to refund.`
    throw invalidRequest(message, { code: 'payment_intent_unexpected_state', param: 'payment_intent' })
  }
  const stored = await readObject(tx, 'charge', id, { account, lock: true })
  if (!stored) throw noSuch('charge', id, 'charge')
  return stored.body
}

async function createRefund(scope: SandboxScope, input: Record<string, unknown>): Promise<Refund> {
  const { sandbox, tx, account } = scope
  const request = readInput(input, fields)
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
    const message = `Refund amount (${dollars(amount)}) is greater than unrefunded amount on charge (${dollars(left)})`
    throw invalidRequest(message, { param: 'amount' })
  }
  const refund: Refund = {
    id: newId('re'),
    object: 'refund',
    created: secondsOf(sandbox.now()),
    amount,
    currency: charge.currency,
    charge: charge.id,
    payment_intent: charge.payment_intent,
    reason: request.reason ?? null,
    status: 'succeeded',
    metadata: mergeMetadata({}, request.metadata),
  }
  await insertObject(tx, { account, parent: charge.payment_intent }, refund)
  const changed: Charge = {
    ...charge,
    amount_refunded: charge.amount_refunded + amount,
    refunded: amount === left,
  }
  await saveObject(tx, changed)
  await emitEvent(sandbox, tx, account, 'refund.created', refund)
  await emitEvent(sandbox, tx, account, 'charge.refunded', changed)
  return refund
}

export const refundRoutes: readonly SandboxRoute[] = [
  { method: 'POST', path: '/v1/refunds', handle: (call) => createRefund(call, call.input) },
  {
    method: 'GET',
    path: '/v1/refunds/:id',
    async handle({ tx, account, input, params: { id = '' } }) {
      readInput(input, {})
      const stored = await readObject(tx, 'refund', id, { account })
      if (!stored) throw noSuch('refund', id)
      return stored.body
    },
  },
  {
    method: 'GET',
    path: '/v1/refunds',
    async handle(call) {
      const {
        payment_intent: parent,
        charge,
        ...page
      } = readInput(call.input, {
        ...pageInput,
        payment_intent: z.string().optional(),
        charge: z.string().optional(),
      })
      const { tx, account } = call
      if (parent !== undefined && !(await readObject(tx, 'payment_intent', parent, { account }))) {
        throw noSuch('payment_intent', parent, 'payment_intent')
      }
      if (charge !== undefined && !(await readObject(tx, 'charge', charge, { account }))) {
        throw noSuch('charge', charge, 'charge')
      }
      return listPage(call, 'refund', { ...page, url: '/v1/refunds', parent, matching: { charge } })
    },
  },
]
