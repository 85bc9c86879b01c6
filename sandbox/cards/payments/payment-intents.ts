import { type SandboxScope, newId, secondsOf } from '../card-sandbox.ts'
import { declines } from '../checkout/test-cards.ts'
import { emitEvent } from '../events.ts'
import { insertObject, readObject, saveObject } from '../object-store.ts'
import type { Charge, PaymentIntent, PaymentMethod } from '../sandbox-objects.ts'
import { openDispute } from './disputes.ts'

interface ChargeDetails {
  amount: number
  currency: string
  customer: string | null
  description: string | null
  receiptEmail: string | null
  metadata: Record<string, string>
}

export interface ChargeResult {
  intent: PaymentIntent
  charge: Charge | null
  error: PaymentIntent['last_payment_error']
  /** The card holder must confirm first; `confirmCharge` continues. */
  needsConfirmation: boolean
}

export async function createIntent(
  { sandbox, tx, account }: SandboxScope,
  details: ChargeDetails,
): Promise<PaymentIntent> {
  const intent: PaymentIntent = {
    id: newId('pi'),
    object: 'payment_intent',
    created: secondsOf(sandbox.now()),
    livemode: false,
    amount: details.amount,
    amount_received: 0,
    currency: details.currency,
    status: 'requires_payment_method',
    customer: details.customer,
    description: details.description,
    receipt_email: details.receiptEmail,
    payment_method: null,
    latest_charge: null,
    last_payment_error: null,
    metadata: details.metadata,
  }
  await insertObject(tx, { account, parent: details.customer ?? undefined }, intent)
  await emitEvent(sandbox, tx, account, 'payment_intent.created', intent)
  return intent
}

/** Charges a card for the given intent, which the caller has locked, or for a new one. */
export async function chargeCard(
  scope: SandboxScope,
  {
    paymentMethod,
    intent,
    ...details
  }: ChargeDetails & { paymentMethod: PaymentMethod; intent?: PaymentIntent | undefined },
): Promise<ChargeResult> {
  const before = intent ?? (await createIntent(scope, details))
  if (paymentMethod._outcome === 'succeeds') return settle(scope, before, paymentMethod, null)
  if (paymentMethod._outcome === 'disputed') {
    const result = await settle(scope, before, paymentMethod, null)
    if (result.charge) await openDispute(scope, result.charge)
    return result
  }
  if (paymentMethod._outcome !== 'asks') {
    return settle(scope, before, paymentMethod, declines[paymentMethod._outcome])
  }
  const waiting: PaymentIntent = { ...before, status: 'requires_action', payment_method: paymentMethod.id }
  await saveIntent(scope, waiting, 'payment_intent.requires_action')
  return { intent: waiting, charge: null, error: null, needsConfirmation: true }
}

/** Continues a charge after the card holder confirmed or refused it. The caller has locked `intent`. */
export async function confirmCharge(
  scope: SandboxScope,
  intent: PaymentIntent,
  confirmed: boolean,
): Promise<ChargeResult> {
  if (confirmed) {
    const method = await readObject(scope.tx, 'payment_method', intent.payment_method ?? '', {
      account: scope.account,
    })
    if (!method) throw new Error(`${intent.id} asks for no card`)
    return settle(scope, intent, method.body, null)
  }
  const failed: PaymentIntent = {
    ...intent,
    status: 'requires_payment_method',
    payment_method: null,
    last_payment_error: declines.unconfirmed,
  }
  await saveIntent(scope, failed, 'payment_intent.payment_failed')
  return { intent: failed, charge: null, error: declines.unconfirmed, needsConfirmation: false }
}

export async function cancelIntent(scope: SandboxScope, intent: PaymentIntent): Promise<PaymentIntent> {
  const canceled: PaymentIntent = { ...intent, status: 'canceled' }
  await saveIntent(scope, canceled, 'payment_intent.canceled')
  return canceled
}

async function settle(
  scope: SandboxScope,
  before: PaymentIntent,
  method: PaymentMethod,
  error: PaymentIntent['last_payment_error'],
): Promise<ChargeResult> {
  const { sandbox, tx, account } = scope
  const charge: Charge = {
    id: newId('ch'),
    object: 'charge',
    created: secondsOf(sandbox.now()),
    livemode: false,
    amount: before.amount,
    amount_captured: error ? 0 : before.amount,
    amount_refunded: 0,
    captured: error === null,
    currency: before.currency,
    disputed: false,
    paid: error === null,
    refunded: false,
    status: error ? 'failed' : 'succeeded',
    customer: before.customer,
    payment_intent: before.id,
    payment_method: method.id,
  }
  await insertObject(tx, { account, parent: before.id }, charge)
  await emitEvent(sandbox, tx, account, error ? 'charge.failed' : 'charge.succeeded', charge)
  const intent: PaymentIntent = {
    ...before,
    status: error ? 'requires_payment_method' : 'succeeded',
    amount_received: error ? 0 : before.amount,
    payment_method: error ? null : method.id,
    latest_charge: charge.id,
    last_payment_error: error,
  }
  await saveIntent(scope, intent, error ? 'payment_intent.payment_failed' : 'payment_intent.succeeded')
  return { intent, charge, error, needsConfirmation: false }
}

async function saveIntent(
  { sandbox, tx, account }: SandboxScope,
  intent: PaymentIntent,
  event: string,
): Promise<void> {
  await saveObject(tx, intent)
  await emitEvent(sandbox, tx, account, event, intent)
}
