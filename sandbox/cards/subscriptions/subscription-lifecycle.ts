import type { SandboxScope } from '../card-sandbox.ts'
import { emitEvent } from '../events.ts'
import { saveObject } from '../object-store.ts'
import type { SandboxError } from '../sandbox-error.ts'
import type { Customer, Subscription } from '../sandbox-objects.ts'
import {
  cardOf,
  chargeSubscription,
  recordOutcome,
  readOpenInvoice,
  voidOpenInvoice,
  writeInvoice,
} from './subscription-charge.ts'
import { itemOf, withCurrentPrice } from './subscription-item.ts'
import { endOfPeriod } from './subscription-periods.ts'
import { day, realTimeOf, timeOf } from './subscriptions.ts'

/** The days after the start of a period on which a declined charge is retried. */
const retryDays = [1, 3, 5]

/** Processes everything that is due, even several periods, and saves the subscription, which must be locked. */
export async function catchUp(
  scope: SandboxScope,
  { subscription, dueAt }: { subscription: Subscription; dueAt: Date },
  customer: Pick<Customer, '_clock'>,
): Promise<void> {
  const now = timeOf(scope.sandbox, customer)
  let due: number | null = dueAt.getTime() / 1000 + customer._clock
  while (due !== null && due <= now) due = await takeStep(scope, subscription, due)
  await saveObject(scope, subscription, due === null ? null : realTimeOf(due, customer))
}

/** Processes the step that is due and returns when the next one is due. */
async function takeStep(
  scope: SandboxScope,
  subscription: Subscription,
  due: number,
): Promise<number | null> {
  switch (subscription.status) {
    case 'trialing':
      if (subscription.trial_end !== null && due < subscription.trial_end) {
        await emitSubscriptionEvent(scope, 'trial_will_end', subscription)
        return subscription.trial_end
      }
      return endTrial(scope, subscription, due)
    case 'active':
      if (subscription.cancel_at_period_end) return endSubscription(scope, subscription, due)
      return renew(scope, subscription, due)
    case 'past_due':
      return retryCharge(scope, subscription, due)
    default:
      return null
  }
}

async function endTrial(
  scope: SandboxScope,
  subscription: Subscription,
  due: number,
): Promise<number | null> {
  if (subscription.cancel_at_period_end) return endSubscription(scope, subscription, due)
  const { missing_payment_method: missingCardBehavior } = subscription.trial_settings.end_behavior
  if (missingCardBehavior !== 'create_invoice' && !(await cardOf(scope, subscription))) {
    if (missingCardBehavior === 'cancel') return endSubscription(scope, subscription, due)
    subscription.status = 'paused'
    await emitSubscriptionEvent(scope, 'updated', subscription)
    return null
  }
  return renew(scope, subscription, due)
}

/** Starts the next period when the last one ends, whether it is paid or not. */
async function renew(scope: SandboxScope, subscription: Subscription, due: number): Promise<number> {
  const item = itemOf(subscription)
  item.current_period_start = item.current_period_end
  const { billing_cycle_anchor: anchor } = subscription
  item.current_period_end = endOfPeriod(anchor, item.current_period_start, item.price)
  const amount = Math.max(0, item.price.unit_amount * item.quantity - subscription._credit)
  const refusal = await chargeSubscription(scope, subscription, amount)
  await writeInvoice(scope, subscription, { amount, reason: 'subscription_cycle', refusal, at: due })
  return refusal ? becomePastDue(scope, subscription) : becomeActive(scope, subscription)
}

async function retryCharge(
  scope: SandboxScope,
  subscription: Subscription,
  due: number,
): Promise<number | null> {
  const refusal = await chargeOpenInvoice(scope, subscription)
  if (!refusal) return becomeActive(scope, subscription)
  if (subscription._failures >= retryDays.length) return endSubscription(scope, subscription, due)
  return becomePastDue(scope, subscription)
}

async function chargeOpenInvoice(
  scope: SandboxScope,
  subscription: Subscription,
): Promise<SandboxError | null> {
  const invoice = await readOpenInvoice(scope, subscription)
  if (!invoice) return null
  const refusal = await chargeSubscription(scope, subscription, invoice.amount_due)
  await recordOutcome(scope, invoice, refusal)
  return refusal
}

/** Charges the open invoice to a new card. If that is declined too, the retries continue. */
export async function payPastDue(
  scope: SandboxScope,
  subscription: Subscription,
  customer: Pick<Customer, '_clock'>,
): Promise<SandboxError | null> {
  if (subscription.status !== 'past_due') return null
  const refusal = await chargeOpenInvoice(scope, subscription)
  if (!refusal) {
    const due = await becomeActive(scope, subscription)
    await saveObject(scope, subscription, realTimeOf(due, customer))
  }
  return refusal
}

async function becomeActive(scope: SandboxScope, subscription: Subscription): Promise<number> {
  const { price, quantity, current_period_end: end } = itemOf(subscription)
  subscription.status = 'active'
  subscription._failures = 0
  subscription._credit = Math.max(0, subscription._credit - price.unit_amount * quantity)
  await emitSubscriptionEvent(scope, 'updated', subscription)
  return end
}

async function becomePastDue(scope: SandboxScope, subscription: Subscription): Promise<number> {
  subscription.status = 'past_due'
  subscription._failures += 1
  await emitSubscriptionEvent(scope, 'updated', subscription)
  return nextRetry(subscription)
}

/** When a declined charge is retried. */
export function nextRetry(subscription: Subscription): number {
  const days = retryDays[subscription._failures - 1] ?? 0
  return itemOf(subscription).current_period_start + days * day
}

/** Ends a subscription immediately. The caller saves it. */
export async function endSubscription(
  scope: SandboxScope,
  subscription: Subscription,
  at: number,
): Promise<null> {
  await voidOpenInvoice(scope, subscription)
  subscription.status = 'canceled'
  subscription.canceled_at ??= at
  subscription.ended_at = at
  await emitSubscriptionEvent(scope, 'deleted', subscription)
  return null
}

export async function emitSubscriptionEvent(
  scope: SandboxScope,
  what: 'updated' | 'deleted' | 'trial_will_end',
  subscription: Subscription,
): Promise<void> {
  const current = await withCurrentPrice(scope, subscription)
  await emitEvent(scope, `customer.subscription.${what}`, current)
}
