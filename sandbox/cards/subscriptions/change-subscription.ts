import type { SandboxScope } from '../card-sandbox.ts'
import { findObject, saveObject } from '../object-store.ts'
import type { SandboxError } from '../sandbox-error.ts'
import type { Price, Subscription } from '../sandbox-objects.ts'
import { priceChange } from './price-change.ts'
import { chargeSubscription, voidOpenInvoice, writeInvoice } from './subscription-charge.ts'
import { itemOf } from './subscription-item.ts'
import { emitSubscriptionEvent } from './subscription-lifecycle.ts'
import { realTimeOf, timeOf } from './subscriptions.ts'

export interface SubscriptionChange {
  price?: Price | undefined
  prorate?: boolean | undefined
  /** Whether a change of price ends a trial and is charged immediately. Otherwise the trial continues. */
  endsTrial?: boolean | undefined
  /** The time for which the change was calculated and shown; the default is now. */
  calculatedAt?: number | undefined
  cancelAtPeriodEnd?: boolean | undefined
  paymentMethod?: string | undefined
  metadata?: Record<string, string> | undefined
}

/** Applies all changes or, when the card is declined, none, and returns why. The subscription must be locked. */
export async function changeSubscription(
  scope: SandboxScope,
  subscription: Subscription,
  change: SubscriptionChange,
): Promise<SandboxError | null> {
  const customer = await findObject(scope, 'customer', subscription.customer)
  if (!customer) throw new Error(`Subscription ${subscription.id} has no customer.`)
  const now = timeOf(scope.sandbox, customer)
  if (change.paymentMethod !== undefined) subscription.default_payment_method = change.paymentMethod
  if (change.metadata) subscription.metadata = change.metadata
  let dueAt: Date | undefined
  if (change.price && change.price.id !== itemOf(subscription).price.id) {
    const priced = { ...change, price: change.price, now: change.calculatedAt ?? now }
    const refusal = await changePrice(scope, subscription, priced)
    if (refusal) return refusal
    // A continuing trial keeps its next due time, which may come before its end.
    if (subscription.status !== 'trialing') {
      dueAt = realTimeOf(itemOf(subscription).current_period_end, customer)
    }
  }
  if (
    change.cancelAtPeriodEnd !== undefined &&
    change.cancelAtPeriodEnd !== subscription.cancel_at_period_end
  ) {
    subscription.cancel_at_period_end = change.cancelAtPeriodEnd
    subscription.canceled_at = change.cancelAtPeriodEnd ? now : null
  }
  subscription.cancel_at = subscription.cancel_at_period_end ? itemOf(subscription).current_period_end : null
  await saveObject(scope, subscription, dueAt)
  await emitSubscriptionEvent(scope, 'updated', subscription)
  return null
}

async function changePrice(
  scope: SandboxScope,
  subscription: Subscription,
  { price, prorate, endsTrial, now }: SubscriptionChange & { price: Price; now: number },
): Promise<SandboxError | null> {
  const item = itemOf(subscription)
  const change = priceChange(subscription, price, now, { prorate, endsTrial })
  const refusal = await chargeSubscription(scope, subscription, change.charge)
  if (refusal) return refusal
  // The amount that was past due is included in this charge.
  await voidOpenInvoice(scope, subscription)
  if (subscription.status === 'trialing' && endsTrial) {
    subscription.status = 'active'
    subscription.trial_end = now
  }
  if (subscription.status === 'past_due') subscription.status = 'active'
  item.price = price
  item.current_period_start = change.start
  item.current_period_end = change.end
  subscription.billing_cycle_anchor = change.anchor
  subscription._credit = change.credit
  subscription._failures = 0
  if (subscription.status === 'active') {
    const reason = 'subscription_update'
    await writeInvoice(scope, subscription, { amount: change.charge, reason, refusal, at: now })
  }
  return null
}
