import { type SubscriptionFacts, CardProviderError } from '../../platform/cards/card-provider.ts'
import { withPlatform } from '../../platform/db/transaction.ts'
import type { BillingDeps } from '../billing/billing-deps.ts'
import { findCustomer } from '../billing/ensure-customer.ts'
import { endCheckout } from '../billing/plan-checkout.ts'
import { lockSubscription } from '../billing/queries.ts'

/** Ends subscriptions and an open plan checkout. Throws if a subscription may still be running. */
export async function endSubscriptions(deps: BillingDeps, businessId: string): Promise<void> {
  const row = await withPlatform(deps.database, (tx) => lockSubscription(tx, businessId))
  const customerId = await findCustomer(deps, businessId)
  if (!row || !customerId) return
  if (row.checkout) await endCheckout(deps, row.checkout)
  for (const { subscriptionId } of await listAlive(deps, businessId, customerId)) {
    await cancel(deps, businessId, subscriptionId)
  }
  if ((await listAlive(deps, businessId, customerId)).length > 0) {
    throw new CardProviderError('nonsense', 'A subscription that was cancelled still runs.')
  }
}

async function listAlive(
  { cards, log }: BillingDeps,
  businessId: string,
  customerId: string,
): Promise<SubscriptionFacts[]> {
  try {
    const all = await cards.billing.listSubscriptions(customerId)
    return all.filter(({ status }) => status !== 'canceled')
  } catch (error) {
    if (!(error instanceof CardProviderError) || !error.isMissing) throw error
    // The customer belongs to another Stripe account, such as the sandbox before real cards were charged. If
    // the key is wrong instead, the operator finds here which customer's subscriptions to end.
    log.error({ businessId, customerId }, 'the card provider does not know the customer of a deleted account')
    return []
  }
}

async function cancel(
  { cards, log }: BillingDeps,
  businessId: string,
  subscriptionId: string,
): Promise<void> {
  try {
    await cards.billing.cancelNow(subscriptionId)
  } catch (error) {
    // It may have ended in the meantime; the caller checks that afterwards.
    if (!(error instanceof CardProviderError) || error.kind !== 'refused') throw error
    log.warn({ businessId, subscriptionId, err: error }, 'a subscription could not be cancelled')
  }
}
