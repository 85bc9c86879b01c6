import { formatDate } from '../../../src/shared/dates.ts'
import { amountText } from '../amounts.ts'
import { everyOf } from '../checkout/checkout-offer.ts'
import type { PaymentMethod, Price, Subscription } from '../sandbox-objects.ts'
import type { PriceChange } from '../subscriptions/price-change.ts'
import { itemOf } from '../subscriptions/subscription-item.ts'
import { nextRetry } from '../subscriptions/subscription-lifecycle.ts'
import type { OfferedPlan, PortalAccount } from './portal-account.ts'

export function dateText(moment: number): string {
  return formatDate(new Date(moment * 1000).toISOString().slice(0, 10))
}

export function priceText(price: Price): string {
  const amount = amountText(price.unit_amount, price.currency)
  return price.recurring ? `${amount} ${everyOf(price)}` : amount
}

/** For example: Pro, yearly */
export function planText({ name, price }: OfferedPlan): string {
  return `${name}, ${price.recurring?.interval === 'year' ? 'yearly' : 'monthly'}`
}

export function cardText({ card }: PaymentMethod): string {
  const brand = card.brand.charAt(0).toUpperCase() + card.brand.slice(1)
  return `${brand} ending in ${card.last4}`
}

export function expiryText({ card }: PaymentMethod): string {
  return `Expires ${String(card.exp_month).padStart(2, '0')} / ${card.exp_year}`
}

interface StatusText {
  label: string
  tone: '' | 'positive' | 'negative' | 'attention'
  sentence: string
}

/** Describes the state of the subscription and what comes next. */
export function statusText({ subscription, card }: Pick<PortalAccount, 'subscription' | 'card'>): StatusText {
  if (!subscription) return { label: 'None', tone: '', sentence: 'There is no subscription yet.' }
  const { price, quantity, current_period_end: end } = itemOf(subscription)
  if (subscription.cancel_at_period_end && ['trialing', 'active'].includes(subscription.status)) {
    const sentence = `It ends on ${dateText(end)} and won’t renew. Nothing changes until then.`
    return { label: 'Canceled', tone: 'attention', sentence }
  }
  switch (subscription.status) {
    case 'trialing':
      return { label: 'Free trial', tone: 'positive', sentence: trialText(subscription, card) }
    case 'active': {
      const due = Math.max(0, price.unit_amount * quantity - subscription._credit)
      const amount = amountText(due, price.currency)
      return { label: 'Active', tone: 'positive', sentence: `It renews on ${dateText(end)} for ${amount}.` }
    }
    case 'past_due': {
      const again = `The last charge was declined. It will be retried on ${dateText(nextRetry(subscription))}, or right away with another card.`
      const last = subscription.cancel_at_period_end ? ` The subscription ends on ${dateText(end)}.` : ''
      return { label: 'Past due', tone: 'negative', sentence: again + last }
    }
    case 'canceled':
      return { label: 'Ended', tone: '', sentence: `It ended on ${dateText(subscription.ended_at ?? end)}.` }
    default:
      return {
        label: 'Paused',
        tone: 'attention',
        sentence: 'It’s paused because there’s no card on file.',
      }
  }
}

function trialText(subscription: Subscription, card: PaymentMethod | null): string {
  const { price, current_period_end: end } = itemOf(subscription)
  const until = `The trial ends on ${dateText(end)}.`
  if (card) return `${until} After that, your card is charged ${priceText(price)}.`
  const endsWithoutCard = subscription.trial_settings.end_behavior.missing_payment_method === 'cancel'
  return endsWithoutCard
    ? `${until} Without a card, the subscription ends with the trial and you won’t be charged.`
    : `${until} Add a card before then to continue.`
}

/** Describes a change of plan before it is made. */
export function changeText(
  { endsTrial }: Pick<PortalAccount, 'endsTrial'>,
  subscription: Subscription,
  plan: OfferedPlan,
  change: PriceChange,
): string[] {
  const price = priceText(plan.price)
  const isTrial = subscription.status === 'trialing'
  if (isTrial && !endsTrial) {
    return [
      'You won’t be charged now.',
      `Your trial continues until ${dateText(change.end)}. After that, the price is ${price}.`,
    ]
  }
  const until = `until ${dateText(change.end)}`
  const paid = subscription.status === 'active' ? ', minus what you’ve already paid for that time' : ''
  const now = change.charge > 0 ? `This pays for the time ${until}${paid}.` : 'You won’t be charged now.'
  const credit =
    change.credit > 0
      ? [`${amountText(change.credit, plan.price.currency)} will be credited to your next charges.`]
      : []
  const trial = isTrial ? ['Your free trial ends with this change.'] : []
  return [...trial, now, ...credit, `Starting ${dateText(change.end)}, the price is ${price}.`]
}
