import type { Subscription } from '../sandbox-objects.ts'

export type SubscriptionItem = Subscription['items']['data'][number]

/** A subscription here has exactly one. */
export function itemOf(subscription: Subscription): SubscriptionItem {
  const [item] = subscription.items.data
  if (!item) throw new Error(`Subscription ${subscription.id} has no item.`)
  return item
}
