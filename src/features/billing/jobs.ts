import { z } from 'zod'
import { withPlatform } from '../../platform/db/transaction.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import type { BillingDeps } from './billing-deps.ts'
import { reconcileAll } from './reconcile-subscriptions.ts'

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
