import { type BillingInterval, type PaidPlan, paidPlans, plans, priceCents } from './rules.ts'

const intervals = ['month', 'year'] as const satisfies readonly BillingInterval[]

export interface PlanPrice {
  lookupKey: string
  product: string
  plan: PaidPlan
  interval: BillingInterval
  cents: number
}

/** The prices stored at the card provider, each under a lookup key that never changes. */
export const planPrices: readonly PlanPrice[] = paidPlans.flatMap((plan) =>
  intervals.map((interval) => ({
    lookupKey: `millrace_${plan}_${interval}`,
    product: plans[plan].label,
    plan,
    interval,
    cents: priceCents(plan, interval),
  })),
)
