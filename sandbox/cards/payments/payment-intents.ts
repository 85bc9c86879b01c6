import { type SandboxScope, newId, secondsOf } from '../card-sandbox.ts'
import { declines } from '../checkout/test-cards.ts'
import { emitEvent } from '../events.ts'
import { insertObject, readObject, saveObject } from '../object-store.ts'
import type { Charge, PaymentIntent, PaymentMethod } from '../sandbox-objects.ts'
import { openDispute } from './disputes.ts'

interface Bill {
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
  /** The card wants its holder to confirm first; `answerAsked` goes on. */
  asks: boolean
}

export async function createIntent(
  { sandbox, tx, account }: SandboxScope,
  bill: Bill,
): Promise<PaymentIntent> {
  const intent: PaymentIntent = {
    id: newId('pi'),
    object: 'payment_intent',
    created: secondsOf(sandbox.now()),
    livemode: false,
    amount: bill.amount,
    amount_received: 0,
    currency: bill.currency,
    status: 'requires_payment_method',
    customer: bill.customer,
    description: bill.description,
    receipt_email: bill.receiptEmail,
    payment_method: null,
    latest_charge: null,
    last_payment_error: null,
    metadata: bill.metadata,
  }
  await insertObject(tx, { account, parent: bill.customer ?? undefined }, intent)
  await emitEvent(sandbox, tx, account, 'payment_intent.created', intent)
  return intent
}

/** Charges a card, for the given intent (locked by the caller) or a new one. */
export async function chargeCard(
  scope: SandboxScope,
  {
    paymentMethod,
    intent,
    ...bill
  }: Bill & { paymentMethod: PaymentMethod; intent?: PaymentIntent | undefined },
): Promise<ChargeResult> {
  const before = intent ?? (await createIntent(scope, bill))
  if (paymentMethod._outcome === 'succeeds') return settle(scope, before, paymentMethod, null)
  if (paymentMethod._outcome === 'disputed') {
    const result = await settle(scope, before, paymentMethod, null)
    if (result.charge) await openDispute(scope, result.charge)
    return result
  }
  if (paymentMethod._outcome !== 'asks') {
    return settle(scope, before, paymentMethod, declines[paymentMethod._outcome])
  }
  const asking: PaymentIntent = { ...before, status: 'requires_action', payment_method: paymentMethod.id }
  await saveIntent(scope, asking, 'payment_intent.requires_action')
  return { intent: asking, charge: null, error: null, asks: true }
}

/** What the holder of a card that asked has said. `intent` is locked by the caller. */
export async function answerAsked(
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
  return { intent: failed, charge: null, error: declines.unconfirmed, asks: false }
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
  return { intent, charge, error, asks: false }
}

async function saveIntent(
  { sandbox, tx, account }: SandboxScope,
  intent: PaymentIntent,
  event: string,
): Promise<void> {
  await saveObject(tx, intent)
  await emitEvent(sandbox, tx, account, event, intent)
}
