import { readObject, saveObject } from '../object-store.ts'
import { type CardInput, createPaymentMethod } from '../payments/payment-methods.ts'
import type { PaymentMethod, Subscription } from '../sandbox-objects.ts'
import { changeSubscription } from '../subscriptions/subscription-change.ts'
import { itemOf } from '../subscriptions/subscription-item.ts'
import { nextTry, payPastDue } from '../subscriptions/subscription-lifecycle.ts'
import { monthsAfter } from '../subscriptions/subscription-periods.ts'
import { priceChange } from '../subscriptions/subscription-proration.ts'
import { day } from '../subscriptions/subscriptions.ts'
import type { OfferedPlan, PortalAccount } from './portal-account.ts'

/** Seconds for which an amount that was shown is good. */
const shownFor = 3600

type PlanOutcome = { done: true } | { done: false; problem: string }

/** Charges exactly what the question said, or asks it again. */
export async function choosePlan(
  { scope, now, endsTrial }: PortalAccount,
  subscription: Subscription,
  plan: OfferedPlan,
  shown: { at: number; charge: number },
): Promise<PlanOutcome> {
  // The second press of the button: the change is made already.
  if (plan.price.id === itemOf(subscription).price.id) return { done: true }
  const isFresh =
    shown.at <= now &&
    shown.at > now - shownFor &&
    shown.at >= itemOf(subscription).current_period_start &&
    priceChange(subscription, plan.price, shown.at, { endsTrial }).charge === shown.charge
  if (!isFresh) {
    return {
      done: false,
      problem: 'The amount has changed since this page was opened. Look at it once more.',
    }
  }
  const refusal = await changeSubscription(scope, subscription, {
    price: plan.price,
    reckonedAt: shown.at,
    endsTrial,
    cancelAtPeriodEnd: false,
  })
  if (!refusal) return { done: true }
  return {
    done: false,
    problem: `${refusal.message} Nothing was charged and your plan is the same as before.`,
  }
}

export type SavedCard =
  | { state: 'asks'; method: PaymentMethod }
  | { state: 'saved' | 'paid' }
  | { state: 'unpaid'; reason: string }

/** A card whose bank asks is not used before its holder has answered. */
export async function saveCard(account: PortalAccount, card: CardInput): Promise<SavedCard> {
  const method = await createPaymentMethod(account.scope, card, account.customer.id)
  if (method._outcome === 'asks') return { state: 'asks', method }
  return keepCard(account, method)
}

export async function keepConfirmedCard(account: PortalAccount, id: string): Promise<SavedCard | undefined> {
  const { tx, account: owner } = account.scope
  const found = await readObject(tx, 'payment_method', id, { account: owner, lock: true })
  if (found?.body.customer !== account.customer.id) return undefined
  // Once its holder has agreed to later charges, this card asks no more.
  const method: PaymentMethod = { ...found.body, _outcome: 'succeeds' }
  await saveObject(tx, method)
  return keepCard(account, method)
}

async function keepCard(account: PortalAccount, method: PaymentMethod): Promise<SavedCard> {
  const { scope, customer, subscription } = account
  account.card = method
  customer.invoice_settings.default_payment_method = method.id
  await saveObject(scope.tx, customer)
  if (!subscription || subscription.status === 'canceled') return { state: 'saved' }
  const wasPastDue = subscription.status === 'past_due'
  await changeSubscription(scope, subscription, { paymentMethod: method.id })
  const refusal = await payPastDue(scope, subscription, customer)
  if (refusal) return { state: 'unpaid', reason: refusal.message }
  return { state: wasPastDue ? 'paid' : 'saved' }
}

/** How far a button of the clock moves it. */
export function secondsAhead({ subscription, now }: PortalAccount, move: string | null): number {
  if (move === 'day') return day
  if (move === 'month') return monthsAfter(now, 1) - now
  if (move !== 'goal' || !subscription) return 0
  const goal =
    subscription.status === 'past_due' ? nextTry(subscription) : itemOf(subscription).current_period_end
  return Math.max(0, goal - now)
}
