import { type SandboxScope, newId } from '../card-sandbox.ts'
import { emitEvent } from '../events.ts'
import { insertObject, readObject, saveObject } from '../object-store.ts'
import { confirmCharge, chargeCard } from '../payments/payment-intents.ts'
import { type SandboxError, cardError, invalidRequest } from '../sandbox-error.ts'
import type { PaymentMethod, Subscription, SubscriptionInvoice } from '../sandbox-objects.ts'
import { itemOf } from './subscription-item.ts'

/** The subscription's card, else its customer's. */
export async function cardOf(
  { tx, account }: SandboxScope,
  subscription: Subscription,
): Promise<PaymentMethod | null> {
  const customer = await readObject(tx, 'customer', subscription.customer, { account })
  const id = subscription.default_payment_method ?? customer?.body.invoice_settings.default_payment_method
  const method = id ? await readObject(tx, 'payment_method', id, { account }) : undefined
  return method?.body ?? null
}

/**
 * Charges the subscription. Returns why nothing was charged, or null. No card is needed when the amount is
 * zero.
 */
export async function chargeSubscription(
  scope: SandboxScope,
  subscription: Subscription,
  amount: number,
): Promise<SandboxError | null> {
  if (amount === 0) return null
  const paymentMethod = await cardOf(scope, subscription)
  if (!paymentMethod) {
    const message = 'This customer has no attached payment source or default payment method.'
    return invalidRequest(message, { code: 'resource_missing' })
  }
  let result = await chargeCard(scope, {
    amount,
    currency: subscription.currency,
    customer: subscription.customer,
    paymentMethod,
    description: 'Subscription',
    receiptEmail: null,
    metadata: {},
  })
  // The card holder is not present to confirm when a period ends.
  if (result.needsConfirmation) result = await confirmCharge(scope, result.intent, false)
  return result.error ? cardError(result.intent, result.charge?.id) : null
}

interface InvoiceDetails {
  amount: number
  reason: SubscriptionInvoice['billing_reason']
  refusal: SandboxError | null
  /** The time by the customer's clock. */
  at: number
}

/**
 * Records what the subscription charged, or still has to charge, for its period. The caller saves the
 * subscription.
 */
export async function writeInvoice(
  scope: SandboxScope,
  subscription: Subscription,
  { amount, reason, refusal, at }: InvoiceDetails,
): Promise<void> {
  const item = itemOf(subscription)
  const invoice: SubscriptionInvoice = {
    id: newId('in'),
    object: 'invoice',
    created: at,
    livemode: false,
    customer: subscription.customer,
    currency: subscription.currency,
    amount_due: amount,
    amount_paid: 0,
    status: 'open',
    billing_reason: reason,
    period_start: item.current_period_start,
    period_end: item.current_period_end,
    parent: {
      type: 'subscription_details',
      subscription_details: { subscription: subscription.id, metadata: subscription.metadata },
    },
    metadata: {},
  }
  subscription.latest_invoice = invoice.id
  await insertObject(scope.tx, { account: scope.account, parent: subscription.customer }, invoice)
  await recordOutcome(scope, invoice, refusal)
}

/** The open invoice, which will be charged again. */
export async function readOpenInvoice(
  { tx, account }: SandboxScope,
  { latest_invoice: id }: Subscription,
): Promise<SubscriptionInvoice | null> {
  const invoice = id ? await readObject(tx, 'invoice', id, { account, lock: true }) : undefined
  return invoice?.body.status === 'open' ? invoice.body : null
}

/** Voids the open invoice, because the subscription has ended or its price has changed. */
export async function voidOpenInvoice(scope: SandboxScope, subscription: Subscription): Promise<void> {
  const invoice = await readOpenInvoice(scope, subscription)
  if (!invoice) return
  invoice.status = 'void'
  await saveObject(scope.tx, invoice)
}

export async function recordOutcome(
  { sandbox, tx, account }: SandboxScope,
  invoice: SubscriptionInvoice,
  refusal: SandboxError | null,
): Promise<void> {
  if (!refusal) {
    invoice.status = 'paid'
    invoice.amount_paid = invoice.amount_due
    await saveObject(tx, invoice)
  }
  await emitEvent(sandbox, tx, account, refusal ? 'invoice.payment_failed' : 'invoice.paid', invoice)
}
