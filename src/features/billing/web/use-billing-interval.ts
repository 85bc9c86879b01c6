import { useState } from 'react'
import type { Subscription } from '../contract.ts'
import type { BillingInterval } from '../rules.ts'

/**
 * The interval that prices are shown for: that of the running subscription until another is chosen beside it.
 * `asked` is one that was chosen before this was shown; it counts only where the subscription is known by then.
 */
export function useBillingInterval(
  subscription: Subscription | undefined,
  asked?: BillingInterval,
): [BillingInterval, (interval: BillingInterval) => void] {
  const running = subscription?.plan === 'free' ? undefined : subscription?.subscription?.interval
  const [wish, setWish] = useState(asked && { interval: asked, beside: running })
  const interval = wish && wish.beside === running ? wish.interval : (running ?? 'month')
  return [interval, (next) => setWish({ interval: next, beside: running })]
}
