import { dateIn, formatDate } from '../../shared/dates.ts'
import type { Subscription } from './contract.ts'
import { plans } from './rules.ts'

/** Describes the subscription to its owner, with dates of the business's time zone; null without one. */
export function subscriptionText(
  { subscription }: Pick<Subscription, 'subscription'>,
  { timeZone }: { timeZone: string },
): string | null {
  if (!subscription) return null
  const { status, cancelAtPeriodEnd, currentPeriodEnd, endedAt } = subscription
  const plan = plans[subscription.plan].label
  const dateOf = (moment: string | null) => moment && formatDate(dateIn(timeZone, new Date(moment)))
  const end = dateOf(currentPeriodEnd)
  const ended = dateOf(endedAt)

  if (status === 'canceled') return `Your ${plan} subscription ended${ended ? ` on ${ended}` : ''}.`
  if (status === 'unpaid') {
    return `The last payment failed, so you’re back on Free. Update your card to get ${plan} back.`
  }
  if (status === 'paused') return `Your ${plan} subscription is paused, so you’re on Free until it resumes.`
  if (status === 'incomplete') {
    return `The first payment for ${plan} hasn’t gone through yet. ${plan} starts as soon as it does.`
  }
  if (status === 'past_due') {
    return `The last payment failed. You keep ${plan} while the card provider tries again. Please update your card.`
  }
  if (cancelAtPeriodEnd) {
    return end ? `Canceled. You keep ${plan} until ${end}.` : `Canceled. ${plan} ends with your paid period.`
  }
  if (status === 'trialing') {
    return `Your trial ${end ? `ends on ${end}` : 'is running'}. Without a card, you’ll go back to Free.`
  }
  return end ? `Renews on ${end}.` : `${plan} renews automatically.`
}
