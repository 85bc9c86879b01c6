import type { SubscriptionFacts } from '../../platform/cards/card-provider.ts'
import { type Plan, type PlanPrice, planPrices } from './rules.ts'

export type KnownSubscription = SubscriptionFacts & {
  status: Exclude<SubscriptionFacts['status'], 'unknown'>
}

/** Summarizes all subscriptions that a customer ever had at the provider. */
export interface Standing {
  plan: Plan
  /** A subscription has an unknown status and none is known to be running, so the plan is unknown. */
  isUnclear: boolean
  /** A change of plan changes it; a second subscription is never started beside it. */
  running: KnownSubscription | undefined
  /** The subscription to show: the running one, else one that may resume, else the last one. */
  current: KnownSubscription | undefined
  /** Other subscriptions beside the running one that are charged or could resume. */
  leftovers: KnownSubscription[]
  hadTrial: boolean
}

/** A past due subscription counts as running while the provider retries the card. */
const running = new Set<SubscriptionFacts['status']>(['trialing', 'active', 'past_due'])
const dormant = new Set<SubscriptionFacts['status']>(['unpaid', 'paused'])

export function isRunning({ status }: Pick<SubscriptionFacts, 'status'>): boolean {
  return running.has(status)
}

export function priceOf({ lookupKey }: Pick<SubscriptionFacts, 'lookupKey'>): PlanPrice | undefined {
  return planPrices.find((price) => price.lookupKey === lookupKey)
}

/** The plan of a subscription: Free unless it is running at one of our prices. */
export function planOf(facts: SubscriptionFacts | undefined): Plan {
  if (!facts || !isRunning(facts)) return 'free'
  return priceOf(facts)?.plan ?? 'free'
}

export function standingOf(all: readonly SubscriptionFacts[]): Standing {
  const known = all.filter(
    (subscription): subscription is KnownSubscription => subscription.status !== 'unknown',
  )
  const newestFirst = known.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
  const active = newestFirst.find(isRunning)
  return {
    plan: planOf(active),
    isUnclear: !active && known.length < all.length,
    running: active,
    current: active ?? newestFirst.find(({ status }) => status !== 'canceled') ?? newestFirst[0],
    leftovers: active
      ? newestFirst.filter((other) => other !== active && (isRunning(other) || dormant.has(other.status)))
      : [],
    hadTrial: all.some(({ hadTrial }) => hadTrial),
  }
}
