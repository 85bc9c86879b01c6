import type { SubscriptionFacts } from '../../platform/cards/card-provider.ts'
import { type PlanPrice, planPrices } from './price-rules.ts'
import type { Plan } from './rules.ts'

export type KnownSubscription = SubscriptionFacts & {
  status: Exclude<SubscriptionFacts['status'], 'unknown'>
}

/** What all that a customer ever had at the provider comes down to. */
export interface Standing {
  plan: Plan
  /** It has one of a status that is not known here, and none that is known to run: nothing can be said of its plan. */
  isUnclear: boolean
  /** The one that runs. A plan is changed in it; no second one is begun beside it. */
  running: KnownSubscription | undefined
  /** The one to tell of: what runs, else what may still come back, else the last one. */
  current: KnownSubscription | undefined
  /** What is charged, or could come back to life, beside the one that runs. */
  leftovers: KnownSubscription[]
  hadTrial: boolean
}

/** Whoever is past due keeps the plan while the provider tries the card again. */
const running = new Set<SubscriptionFacts['status']>(['trialing', 'active', 'past_due'])
const asleep = new Set<SubscriptionFacts['status']>(['unpaid', 'paused'])

export function isRunning({ status }: Pick<SubscriptionFacts, 'status'>): boolean {
  return running.has(status)
}

export function priceOf({ lookupKey }: Pick<SubscriptionFacts, 'lookupKey'>): PlanPrice | undefined {
  return planPrices.find((price) => price.lookupKey === lookupKey)
}

/** What a subscription opens: nothing unless it runs, nor at a price that is not ours. */
export function planOf(facts: SubscriptionFacts | undefined): Plan {
  if (!facts || !isRunning(facts)) return 'free'
  return priceOf(facts)?.plan ?? 'free'
}

export function standingOf(all: readonly SubscriptionFacts[]): Standing {
  const known = all.filter((one): one is KnownSubscription => one.status !== 'unknown')
  const newestFirst = known.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
  const kept = newestFirst.find(isRunning)
  return {
    plan: planOf(kept),
    isUnclear: !kept && known.length < all.length,
    running: kept,
    current: kept ?? newestFirst.find(({ status }) => status !== 'canceled') ?? newestFirst[0],
    leftovers: kept
      ? newestFirst.filter((one) => one !== kept && (isRunning(one) || asleep.has(one.status)))
      : [],
    hadTrial: all.some(({ hadTrial }) => hadTrial),
  }
}
