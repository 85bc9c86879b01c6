import type { SandboxScope } from '../card-sandbox.ts'
import { readObject } from '../object-store.ts'
import type { Subscription } from '../sandbox-objects.ts'
import { itemOf } from './subscription-item.ts'

/** A price changes after the subscription was made: its lookup key may go to another. */
export async function withCurrentPrice(
  { tx, account }: Pick<SandboxScope, 'tx' | 'account'>,
  subscription: Subscription,
): Promise<Subscription> {
  const item = itemOf(subscription)
  item.price = (await readObject(tx, 'price', item.price.id, { account }))?.body ?? item.price
  return subscription
}
