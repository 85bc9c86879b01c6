import { type StoreScope, findObject } from '../object-store.ts'
import type { Subscription } from '../sandbox-objects.ts'

export type SubscriptionItem = Subscription['items']['data'][number]

/** The item of a subscription; in the sandbox there is exactly one. */
export function itemOf(subscription: Subscription): SubscriptionItem {
  const [item] = subscription.items.data
  if (!item) throw new Error(`Subscription ${subscription.id} has no item.`)
  return item
}

/** Updates the price of a subscription: its lookup key may have been transferred to another price. */
export async function withCurrentPrice(scope: StoreScope, subscription: Subscription): Promise<Subscription> {
  const item = itemOf(subscription)
  item.price = (await findObject(scope, 'price', item.price.id)) ?? item.price
  return subscription
}
