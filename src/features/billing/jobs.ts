import { z } from 'zod'
import { withPlatform } from '../../platform/db/transaction.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import type { BillingDeps } from './billing-deps.ts'
import { listUnsettled, checkoutLifetimeMs } from './queries.ts'
import { syncSubscription } from './sync-subscription.ts'

/** Asks the provider about subscriptions whose period is over, in case no event reported what happened. */
export const reconcileSubscriptions = defineJob('reconcile-subscriptions', z.strictObject({}), {
  // The next run follows anyway, and each call to a provider that is down takes long.
  retryLimit: 0,
  expireInSeconds: 3000,
})

export async function startBillingJobs(deps: BillingDeps): Promise<void> {
  await deps.jobs.work(reconcileSubscriptions, () => reconcileAll(deps))
  await deps.jobs.schedule(reconcileSubscriptions, '41 * * * *', {})
  await withPlatform(deps.database, (tx) => deps.jobs.enqueue(tx, reconcileSubscriptions, {}))
}

/** Events usually arrive within seconds. After this time an event may never arrive. */
const graceMs = 10 * 60_000

/** Asks about ended periods and old checkouts, in case no event came. A failure does not stop the others. */
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
