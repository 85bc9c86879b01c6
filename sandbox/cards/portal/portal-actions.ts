import { findObject, saveObject } from '../object-store.ts'
import { type CardInput, createPaymentMethod } from '../payments/payment-methods.ts'
import type { PaymentMethod, Subscription } from '../sandbox-objects.ts'
import { changeSubscription } from '../subscriptions/change-subscription.ts'
import { priceChange } from '../subscriptions/price-change.ts'
import { itemOf } from '../subscriptions/subscription-item.ts'
import { nextRetry, payPastDue } from '../subscriptions/subscription-lifecycle.ts'
import { monthsAfter } from '../subscriptions/subscription-periods.ts'
import { day } from '../subscriptions/subscriptions.ts'
import type { OfferedPlan, PortalAccount } from './portal-account.ts'

/** How many seconds a shown amount stays valid. */
const quoteLifetime = 3600

/** Charges exactly the amount that the page showed. Returns the problem if the plan was not changed. */
export async function choosePlan(
  { scope, now, endsTrial }: PortalAccount,
  subscription: Subscription,
  plan: OfferedPlan,
  shown: { at: number; charge: number },
): Promise<string | null> {
  // A repeated submit: the change is already made.
  if (plan.price.id === itemOf(subscription).price.id) return null
  const isFresh =
    shown.at <= now &&
    shown.at > now - quoteLifetime &&
    shown.at >= itemOf(subscription).current_period_start &&
    priceChange(subscription, plan.price, shown.at, { endsTrial }).charge === shown.charge
  if (!isFresh) return 'The amount has changed since you opened this page. Please check it again.'
  const refusal = await changeSubscription(scope, subscription, {
    price: plan.price,
    calculatedAt: shown.at,
    endsTrial,
    cancelAtPeriodEnd: false,
  })
  return refusal && `${refusal.message} Nothing was charged, and your plan hasn’t changed.`
}

export type SavedCard =
  | { state: 'asks'; method: PaymentMethod }
  | { state: 'saved' | 'paid' }
  | { state: 'unpaid'; reason: string }

/** Saves a card. One that needs confirmation is not used before its holder has confirmed. */
export async function saveCard(account: PortalAccount, card: CardInput): Promise<SavedCard> {
  const method = await createPaymentMethod(account.scope, card, account.customer.id)
  if (method._outcome === 'asks') return { state: 'asks', method }
  return keepCard(account, method)
}

export async function keepConfirmedCard(account: PortalAccount, id: string): Promise<SavedCard | undefined> {
  const found = await findObject(account.scope, 'payment_method', id, { lock: true })
  if (found?.customer !== account.customer.id) return undefined
  // The holder has agreed to later charges, so this card needs no further confirmation.
  const method: PaymentMethod = { ...found, _outcome: 'succeeds' }
  await saveObject(account.scope, method)
  return keepCard(account, method)
}

async function keepCard(account: PortalAccount, method: PaymentMethod): Promise<SavedCard> {
  const { scope, customer, subscription } = account
  account.card = method
  customer.invoice_settings.default_payment_method = method.id
  await saveObject(scope, customer)
  if (!subscription || subscription.status === 'canceled') return { state: 'saved' }
  const wasPastDue = subscription.status === 'past_due'
  await changeSubscription(scope, subscription, { paymentMethod: method.id })
  const refusal = await payPastDue(scope, subscription, customer)
  if (refusal) return { state: 'unpaid', reason: refusal.message }
  return { state: wasPastDue ? 'paid' : 'saved' }
}

/** How many seconds a button moves the clock. */
export function secondsAhead({ subscription, now }: PortalAccount, move: string | null): number {
  if (move === 'day') return day
  if (move === 'month') return monthsAfter(now, 1) - now
  if (move !== 'goal' || !subscription) return 0
  const goal =
    subscription.status === 'past_due' ? nextRetry(subscription) : itemOf(subscription).current_period_end
  return Math.max(0, goal - now)
}
