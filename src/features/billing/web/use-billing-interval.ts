import { useState } from 'react'
import type { Subscription } from '../contract.ts'
import type { BillingInterval } from '../rules.ts'

/**
 * The interval for which prices are shown: that of the running subscription, until the user chooses another.
 * `preselected` was chosen on an earlier page; it counts only if the subscription is already loaded.
 */
export function useBillingInterval(
  subscription: Subscription | undefined,
  preselected?: BillingInterval,
): [BillingInterval, (interval: BillingInterval) => void] {
  const running = subscription?.plan === 'free' ? undefined : subscription?.subscription?.interval
  const [chosen, setChosen] = useState(preselected && { interval: preselected, beside: running })
  const interval = chosen && chosen.beside === running ? chosen.interval : (running ?? 'month')
  return [interval, (next) => setChosen({ interval: next, beside: running })]
}
