import { useState } from 'react'

import type { Subscription } from '../contract.ts'
import type { BillingInterval } from '../rules.ts'

/** The interval that prices are shown for: that of the running subscription until another is chosen beside it. */
export function useBillingInterval(
  subscription: Subscription | undefined,
): [BillingInterval, (interval: BillingInterval) => void] {
  const running = subscription?.plan === 'free' ? undefined : subscription?.subscription?.interval
  const [wish, setWish] = useState<{ interval: BillingInterval; beside: BillingInterval | undefined }>()
  const interval = wish && wish.beside === running ? wish.interval : (running ?? 'month')
  return [interval, (next) => setWish({ interval: next, beside: running })]
}
