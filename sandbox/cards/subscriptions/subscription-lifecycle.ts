import type { SandboxScope } from '../card-sandbox.ts'
import { emitEvent } from '../events.ts'
import { saveObject } from '../object-store.ts'
import type { SandboxError } from '../sandbox-error.ts'
import type { Customer, Subscription } from '../sandbox-objects.ts'
import { withCurrentPrice } from './current-price.ts'
import {
  cardOf,
  chargeSubscription,
  noteOutcome,
  readOpenInvoice,
  voidOpenInvoice,
  writeInvoice,
} from './subscription-charge.ts'
import { itemOf } from './subscription-item.ts'
import { endOfPeriod } from './subscription-periods.ts'
import { day, realTimeOf, timeOf } from './subscriptions.ts'

/** Days after the beginning of a period at which a charge that was declined is tried again. */
const retryDays = [1, 3, 5]

export interface DueSubscription {
  subscription: Subscription
  dueAt: Date
}

/** Does all that has come due, however many periods that are, and saves the subscription. It has to be locked. */
export async function catchUp(
  scope: SandboxScope,
  { subscription, dueAt }: DueSubscription,
  customer: Pick<Customer, '_clock'>,
): Promise<void> {
  const now = timeOf(scope.sandbox, customer)
  let due: number | null = dueAt.getTime() / 1000 + customer._clock
  while (due !== null && due <= now) due = await takeStep(scope, subscription, due)
  await saveObject(scope.tx, subscription, due === null ? null : realTimeOf(due, customer))
}

/** What the moment `due` brings; answers when the next step is due. */
async function takeStep(
  scope: SandboxScope,
  subscription: Subscription,
  due: number,
): Promise<number | null> {
  switch (subscription.status) {
    case 'trialing':
      if (subscription.trial_end !== null && due < subscription.trial_end) {
        await tell(scope, 'trial_will_end', subscription)
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
  const { missing_payment_method: without } = subscription.trial_settings.end_behavior
  if (without !== 'create_invoice' && !(await cardOf(scope, subscription))) {
    if (without === 'cancel') return endSubscription(scope, subscription, due)
    subscription.status = 'paused'
    await tell(scope, 'updated', subscription)
    return null
  }
  return renew(scope, subscription, due)
}

/** The next period begins when the last ends, paid or not. */
async function renew(scope: SandboxScope, subscription: Subscription, due: number): Promise<number> {
  const item = itemOf(subscription)
  item.current_period_start = item.current_period_end
  item.current_period_end = endOfPeriod(
    subscription.billing_cycle_anchor,
    item.current_period_start,
    item.price,
  )
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
  await noteOutcome(scope, invoice, refusal)
  return refusal
}

/** For a customer who has just named another card. Declined again: it stays past due, and the tries go on as planned. */
export async function payPastDue(
  scope: SandboxScope,
  subscription: Subscription,
  customer: Pick<Customer, '_clock'>,
): Promise<SandboxError | null> {
  if (subscription.status !== 'past_due') return null
  const refusal = await chargeOpenInvoice(scope, subscription)
  if (!refusal) {
    const due = await becomeActive(scope, subscription)
    await saveObject(scope.tx, subscription, realTimeOf(due, customer))
  }
  return refusal
}

async function becomeActive(scope: SandboxScope, subscription: Subscription): Promise<number> {
  const { price, quantity, current_period_end: end } = itemOf(subscription)
  subscription.status = 'active'
  subscription._failures = 0
  subscription._credit = Math.max(0, subscription._credit - price.unit_amount * quantity)
  await tell(scope, 'updated', subscription)
  return end
}

async function becomePastDue(scope: SandboxScope, subscription: Subscription): Promise<number> {
  subscription.status = 'past_due'
  subscription._failures += 1
  await tell(scope, 'updated', subscription)
  return nextTry(subscription)
}

/** When a charge that was declined is tried again. */
export function nextTry(subscription: Subscription): number {
  const days = retryDays[subscription._failures - 1] ?? 0
  return itemOf(subscription).current_period_start + days * day
}

/** At once. The caller saves it. */
export async function endSubscription(
  scope: SandboxScope,
  subscription: Subscription,
  at: number,
): Promise<null> {
  await voidOpenInvoice(scope, subscription)
  subscription.status = 'canceled'
  subscription.canceled_at ??= at
  subscription.ended_at = at
  await tell(scope, 'deleted', subscription)
  return null
}

export async function tell(
  scope: SandboxScope,
  what: 'updated' | 'deleted' | 'trial_will_end',
  subscription: Subscription,
): Promise<void> {
  const { sandbox, tx, account } = scope
  const current = await withCurrentPrice(scope, subscription)
  await emitEvent(sandbox, tx, account, `customer.subscription.${what}`, current)
}
