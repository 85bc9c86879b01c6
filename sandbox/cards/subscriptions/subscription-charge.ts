import { type SandboxScope, newId, newObject } from '../card-sandbox.ts'
import { emitEvent } from '../events.ts'
import { type StoreScope, findObject, insertObject, saveObject } from '../object-store.ts'
import { chargeCard, confirmCharge, createIntent } from '../payments/payment-intents.ts'
import { type SandboxError, cardError, invalidRequest } from '../sandbox-error.ts'
import type { PaymentMethod, Subscription, SubscriptionInvoice } from '../sandbox-objects.ts'
import { itemOf } from './subscription-item.ts'

/** The subscription's card, else its customer's. */
export async function cardOf(scope: StoreScope, subscription: Subscription): Promise<PaymentMethod | null> {
  const customer = await findObject(scope, 'customer', subscription.customer)
  const id = subscription.default_payment_method ?? customer?.invoice_settings.default_payment_method
  return (await findObject(scope, 'payment_method', id)) ?? null
}

/** Charges the subscription. Returns why nothing was charged, or null. Without an amount, no card is needed. */
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
  const intent = await createIntent(scope, {
    amount,
    currency: subscription.currency,
    customer: subscription.customer,
    description: 'Subscription',
    receiptEmail: null,
    metadata: {},
  })
  let result = await chargeCard(scope, intent, paymentMethod)
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

/** Records what was charged, or still has to be, for the period. The caller saves the subscription. */
export async function writeInvoice(
  scope: SandboxScope,
  subscription: Subscription,
  { amount, reason, refusal, at }: InvoiceDetails,
): Promise<void> {
  const item = itemOf(subscription)
  const invoice: SubscriptionInvoice = {
    ...newObject(scope, 'invoice', newId('in')),
    created: at,
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
  await insertObject(scope, invoice, { parent: subscription.customer })
  await recordOutcome(scope, invoice, refusal)
}

/** The open invoice, which will be charged again. */
export async function readOpenInvoice(
  scope: StoreScope,
  { latest_invoice: id }: Subscription,
): Promise<SubscriptionInvoice | null> {
  const invoice = await findObject(scope, 'invoice', id, { lock: true })
  return invoice?.status === 'open' ? invoice : null
}

/** Voids the open invoice, because the subscription has ended or its price has changed. */
export async function voidOpenInvoice(scope: SandboxScope, subscription: Subscription): Promise<void> {
  const invoice = await readOpenInvoice(scope, subscription)
  if (!invoice) return
  invoice.status = 'void'
  await saveObject(scope, invoice)
}

export async function recordOutcome(
  scope: SandboxScope,
  invoice: SubscriptionInvoice,
  refusal: SandboxError | null,
): Promise<void> {
  if (!refusal) {
    invoice.status = 'paid'
    invoice.amount_paid = invoice.amount_due
    await saveObject(scope, invoice)
  }
  await emitEvent(scope, refusal ? 'invoice.payment_failed' : 'invoice.paid', invoice)
}
