import type { BillingDeps } from './billing-deps.ts'
import { listUnsettled } from './queries.ts'
import { checkoutLifetimeMs } from './stored-checkout.ts'
import { syncSubscription } from './sync-subscription.ts'

/** Events usually arrive within seconds. After this time an event may never arrive. */
const graceMs = 10 * 60_000

/**
 * Asks the provider about subscriptions whose period is over and about checkouts that have been open for
 * long, in case no event reported what happened. A failure of one does not stop the others.
 */
export async function reconcileAll(deps: BillingDeps): Promise<void> {
  const now = deps.now().getTime()
  const businessIds = await listUnsettled(deps.database.platform, {
    periodEndedBefore: new Date(now - graceMs),
    checkoutExpiresBefore: new Date(now - graceMs + checkoutLifetimeMs),
  })
  for (const businessId of businessIds) {
    try {
      await syncSubscription(deps, businessId)
    } catch (error) {
      deps.log.warn({ businessId, err: error }, 'a subscription could not be reconciled')
    }
  }
}
