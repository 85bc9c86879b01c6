import type { Price, Subscription } from '../sandbox-objects.ts'
import { itemOf } from './subscription-item.ts'
import { endOfPeriod, hasSamePeriod } from './subscription-periods.ts'

export interface PriceChange {
  /** The amount to charge now, in cents. */
  charge: number
  /** The credit for the next charges, in cents. */
  credit: number
  start: number
  end: number
  anchor: number
}

/**
 * Calculates the cost of a change to another price at the time `now`.
 *
 * - During a trial: nothing, and the trial continues. With `endsTrial` it ends and a new period is paid.
 * - Same interval: the period stays. Its rest is charged at the new price, less its share of the old one.
 * - Other interval: a new period starts and is paid in full, less the rest of the old one.
 * - Past due: this period was not paid, so the new price is charged in full.
 *
 * A negative amount becomes credit. Without `prorate` the rest of the period does not count.
 */
export function priceChange(
  subscription: Subscription,
  price: Price,
  now: number,
  {
    prorate = true,
    endsTrial = false,
  }: { prorate?: boolean | undefined; endsTrial?: boolean | undefined } = {},
): PriceChange {
  const item = itemOf(subscription)
  const currentPeriod = {
    start: item.current_period_start,
    end: item.current_period_end,
    anchor: subscription.billing_cycle_anchor,
  }
  const isTrial = subscription.status === 'trialing'
  if ((isTrial && !endsTrial) || price.id === item.price.id) {
    return { ...currentPeriod, charge: 0, credit: subscription._credit }
  }
  const keepsPeriod = !isTrial && hasSamePeriod(item.price, price)
  const period = keepsPeriod ? currentPeriod : { start: now, end: endOfPeriod(now, now, price), anchor: now }
  const left = (currentPeriod.end - now) / (currentPeriod.end - currentPeriod.start)
  const share = prorate ? Math.min(1, Math.max(0, left)) : 0
  const isPaid = subscription.status === 'active'
  const unused = isPaid ? Math.round(item.price.unit_amount * item.quantity * share) : 0
  const full = price.unit_amount * item.quantity
  const cost = keepsPeriod && isPaid ? Math.round(full * share) : full
  const net = cost - unused - subscription._credit
  return { ...period, charge: Math.max(0, net), credit: Math.max(0, -net) }
}
