import type { BillingDeps } from './billing-deps.ts'
import { listUnsettled } from './queries.ts'
import { checkoutLifetimeMs } from './stored-checkout.ts'
import { syncSubscription } from './sync-subscription.ts'

/** Events come within seconds; what took longer may never come. */
const patienceMs = 10 * 60_000

/**
 * Asks about subscriptions whose period is over and about visits to the provider's page that have been open for long,
 * in case no event said what became of them. Each by itself: one that fails does not stop the others.
 */
export async function reconcileAll(deps: BillingDeps): Promise<void> {
  const now = deps.now().getTime()
  const businessIds = await listUnsettled(deps.database.platform, {
    periodEndedBefore: new Date(now - patienceMs),
    checkoutExpiresBefore: new Date(now - patienceMs + checkoutLifetimeMs),
  })
  for (const businessId of businessIds) {
    try {
      await syncSubscription(deps, businessId)
    } catch (error) {
      deps.log.warn({ businessId, err: error }, 'a subscription could not be reconciled')
    }
  }
}
