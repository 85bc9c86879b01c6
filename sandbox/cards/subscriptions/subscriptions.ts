import { type CardSandbox, type SandboxScope, newId, newObject, secondsOf } from '../card-sandbox.ts'
import { emitEvent } from '../events.ts'
import { findObject, insertObject, saveObject } from '../object-store.ts'
import type { CheckoutSession, Customer, PaymentMethod, Price, Subscription } from '../sandbox-objects.ts'
import { chargeSubscription, writeInvoice } from './subscription-charge.ts'
import { endOfPeriod } from './subscription-periods.ts'

export const day = 86_400

/** How many seconds before the end of a trial its customer is notified. */
const trialNotice = 3 * day

/** The current time by this customer's clock. */
export function timeOf(sandbox: CardSandbox, { _clock }: Pick<Customer, '_clock'>): number {
  return secondsOf(sandbox.now()) + _clock
}

/** Converts a time of this customer's clock to real time. */
export function realTimeOf(moment: number, { _clock }: Pick<Customer, '_clock'>): Date {
  return new Date((moment - _clock) * 1000)
}

/** Creates the subscription of a completed checkout. If the card is declined, returns why instead. */
export async function createSubscription(
  scope: SandboxScope,
  { session, paymentMethod }: { session: CheckoutSession; paymentMethod: PaymentMethod | null },
): Promise<{ subscription: Subscription; declined: null } | { subscription: null; declined: string }> {
  const [line] = session._lines
  // Locked, so that its clock does not move until the subscription is stored.
  const customer = await findObject(scope, 'customer', session.customer, { lock: true })
  const price = await findObject(scope, 'price', line?.price)
  if (!line || !customer || !price) throw new Error(`Session ${session.id} lacks a customer or a price.`)

  const now = timeOf(scope.sandbox, customer)
  const subscription = draft(scope, session, price, { now, quantity: line.quantity })
  subscription.default_payment_method = paymentMethod?.id ?? null
  const trialEnd = subscription.trial_end
  const amount = trialEnd === null ? price.unit_amount * line.quantity : 0
  const refusal = await chargeSubscription(scope, subscription, amount)
  if (refusal) return { subscription: null, declined: refusal.message }

  const due = trialEnd === null ? endOfPeriod(now, now, price) : Math.max(now, trialEnd - trialNotice)
  await insertObject(scope, subscription, { parent: customer.id, dueAt: realTimeOf(due, customer) })
  await emitEvent(scope, 'customer.subscription.created', subscription)
  await writeInvoice(scope, subscription, { amount, reason: 'subscription_create', refusal, at: now })
  await saveObject(scope, subscription)
  return { subscription, declined: null }
}

function draft(
  scope: SandboxScope,
  session: CheckoutSession,
  price: Price,
  { now, quantity }: { now: number; quantity: number },
): Subscription {
  const { trial_period_days: trialDays, missing_payment_method, metadata } = session._subscription
  const trialEnd = trialDays === null ? null : now + trialDays * day
  const id = newId('sub')
  return {
    ...newObject(scope, 'subscription', id),
    created: now,
    customer: session.customer ?? '',
    status: trialEnd === null ? 'active' : 'trialing',
    cancel_at_period_end: false,
    cancel_at: null,
    canceled_at: null,
    ended_at: null,
    start_date: now,
    billing_cycle_anchor: trialEnd ?? now,
    trial_start: trialEnd === null ? null : now,
    trial_end: trialEnd,
    trial_settings: { end_behavior: { missing_payment_method } },
    default_payment_method: null,
    latest_invoice: null,
    currency: price.currency,
    items: {
      object: 'list',
      data: [
        {
          id: newId('si'),
          object: 'subscription_item',
          created: now,
          subscription: id,
          quantity,
          current_period_start: now,
          current_period_end: trialEnd ?? endOfPeriod(now, now, price),
          price,
          metadata: {},
        },
      ],
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    metadata,
    _failures: 0,
    _credit: 0,
  }
}
