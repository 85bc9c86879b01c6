import type { Price, Subscription } from '../sandbox-objects.ts'
import { itemOf } from './subscription-item.ts'
import { endOfPeriod, hasSamePeriod } from './subscription-periods.ts'

export interface PriceChange {
  /** Cents to be charged now. */
  charge: number
  /** Cents that lower the next charges. */
  credit: number
  start: number
  end: number
  anchor: number
}

/**
 * What changing to another price costs at the moment `now`.
 *
 * - During a trial: nothing, and the trial goes on; with `endsTrial` it ends, and a period begins that is paid in full.
 * - Same interval: the period stays, and what is left of it is paid at the new price less the same share of the old.
 * - Other interval: a new period begins and is paid in full, less what is left of the old one.
 * - Past due: nothing of this period was paid, so it costs the new price in full.
 *
 * What is less than nothing is kept as credit. Without `prorate` the share of the period that is left is not counted.
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
  const staying = {
    start: item.current_period_start,
    end: item.current_period_end,
    anchor: subscription.billing_cycle_anchor,
  }
  const isTrial = subscription.status === 'trialing'
  if ((isTrial && !endsTrial) || price.id === item.price.id) {
    return { ...staying, charge: 0, credit: subscription._credit }
  }
  const stays = !isTrial && hasSamePeriod(item.price, price)
  const period = stays ? staying : { start: now, end: endOfPeriod(now, now, price), anchor: now }
  const left = (staying.end - now) / (staying.end - staying.start)
  const share = prorate ? Math.min(1, Math.max(0, left)) : 0
  const isPaid = subscription.status === 'active'
  const unused = isPaid ? Math.round(item.price.unit_amount * item.quantity * share) : 0
  const full = price.unit_amount * item.quantity
  const cost = stays && isPaid ? Math.round(full * share) : full
  const net = cost - unused - subscription._credit
  return { ...period, charge: Math.max(0, net), credit: Math.max(0, -net) }
}
