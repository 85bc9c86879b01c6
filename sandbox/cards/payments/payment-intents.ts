import { type SandboxScope, newId, newObject } from '../card-sandbox.ts'
import { declines } from '../checkout/test-cards.ts'
import { emitEvent } from '../events.ts'
import { findObject, insertObject, saveObject } from '../object-store.ts'
import { bookBalance } from '../payouts/balance-transactions.ts'
import type { Charge, PaymentIntent, PaymentMethod } from '../sandbox-objects.ts'
import { openDispute } from './disputes.ts'

interface ChargeDetails {
  amount: number
  currency: string
  customer: string | null
  description: string | null
  receiptEmail: string | null
  metadata: Record<string, string>
  setupFutureUsage?: PaymentIntent['setup_future_usage'] | undefined
}

export interface ChargeResult {
  intent: PaymentIntent
  charge: Charge | null
  error: PaymentIntent['last_payment_error']
  /** The card holder must confirm first; `confirmCharge` continues. */
  needsConfirmation: boolean
}

export async function createIntent(scope: SandboxScope, details: ChargeDetails): Promise<PaymentIntent> {
  const intent: PaymentIntent = {
    ...newObject(scope, 'payment_intent', newId('pi')),
    amount: details.amount,
    amount_received: 0,
    currency: details.currency,
    status: 'requires_payment_method',
    customer: details.customer,
    description: details.description,
    receipt_email: details.receiptEmail,
    payment_method: null,
    setup_future_usage: details.setupFutureUsage ?? null,
    latest_charge: null,
    last_payment_error: null,
    metadata: details.metadata,
  }
  await insertObject(scope, intent, { parent: details.customer })
  await emitEvent(scope, 'payment_intent.created', intent)
  return intent
}

/** Charges a card for an intent that is new or that the caller has locked. Off session, its holder is away. */
export async function chargeCard(
  scope: SandboxScope,
  intent: PaymentIntent,
  method: PaymentMethod,
  { isOffSession = false } = {},
): Promise<ChargeResult> {
  if (isOffSession) {
    const { _outcome: outcome, customer } = method
    if (outcome === 'declines_later') return settle(scope, intent, method, declines.generic_decline)
    // A card that its holder has confirmed and saved is not asked about again.
    const isSetUp = outcome === 'asks' && customer !== null
    if (isSetUp) return settle(scope, intent, method, null)
    if (outcome === 'asks' || outcome === 'always_asks')
      return settle(scope, intent, method, declines.authentication)
  }
  switch (method._outcome) {
    case 'declines_later':
    case 'succeeds':
      return settle(scope, intent, method, null)
    case 'disputed': {
      const result = await settle(scope, intent, method, null)
      await openDispute(scope, result.charge)
      return result
    }
    case 'always_asks':
    case 'asks': {
      const waiting: PaymentIntent = { ...intent, status: 'requires_action', payment_method: method.id }
      await saveIntent(scope, waiting, 'requires_action')
      return { intent: waiting, charge: null, error: null, needsConfirmation: true }
    }
    default:
      return settle(scope, intent, method, declines[method._outcome])
  }
}

/** Continues a charge after the card holder confirmed or refused it. The caller has locked `intent`. */
export async function confirmCharge(
  scope: SandboxScope,
  intent: PaymentIntent,
  confirmed: boolean,
): Promise<ChargeResult> {
  if (confirmed) {
    const method = await findObject(scope, 'payment_method', intent.payment_method)
    if (!method) throw new Error(`${intent.id} asks for no card`)
    return settle(scope, intent, method, null)
  }
  const failed: PaymentIntent = {
    ...intent,
    status: 'requires_payment_method',
    payment_method: null,
    last_payment_error: declines.unconfirmed,
  }
  await saveIntent(scope, failed, 'payment_failed')
  return { intent: failed, charge: null, error: declines.unconfirmed, needsConfirmation: false }
}

export async function cancelIntent(scope: SandboxScope, intent: PaymentIntent): Promise<PaymentIntent> {
  const canceled: PaymentIntent = { ...intent, status: 'canceled' }
  await saveIntent(scope, canceled, 'canceled')
  return canceled
}

async function settle(
  scope: SandboxScope,
  before: PaymentIntent,
  method: PaymentMethod,
  error: PaymentIntent['last_payment_error'],
): Promise<ChargeResult & { charge: Charge }> {
  const charge: Charge = {
    ...newObject(scope, 'charge', newId('ch')),
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
  await insertObject(scope, charge, { parent: before.id })
  if (!error) await bookBalance(scope, charge, { category: 'charge', amount: charge.amount })
  await emitEvent(scope, error ? 'charge.failed' : 'charge.succeeded', charge)
  const intent: PaymentIntent = {
    ...before,
    status: error ? 'requires_payment_method' : 'succeeded',
    amount_received: error ? 0 : before.amount,
    payment_method: error ? null : method.id,
    latest_charge: charge.id,
    last_payment_error: error,
  }
  await saveIntent(scope, intent, error ? 'payment_failed' : 'succeeded')
  return { intent, charge, error, needsConfirmation: false }
}

async function saveIntent(scope: SandboxScope, intent: PaymentIntent, event: string): Promise<void> {
  await saveObject(scope, intent)
  await emitEvent(scope, `payment_intent.${event}`, intent)
}
