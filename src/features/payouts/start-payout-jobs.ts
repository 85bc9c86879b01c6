import { withPlatform } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import { oneAtATime } from '../../platform/jobs/one-at-a-time.ts'
import { fetchAccount, fetchPayouts, fetchSandboxPayouts } from './fetch-payouts.ts'
import { fetchCardPayoutsJob, fetchPayoutsJob } from './jobs.ts'
import type { PayoutDeps } from './payout-deps.ts'

export async function startPayoutJobs(deps: PayoutDeps): Promise<void> {
  const { jobs } = deps
  await jobs.work(fetchPayoutsJob, () => oneAtATime(deps, fetchPayoutsJob.name, () => fetchPayouts(deps)))
  await jobs.work(fetchCardPayoutsJob, ({ businessId }) =>
    businessId === null ? fetchSandboxPayouts(deps) : fetchAccount(deps, { businessId, provider: 'card' }),
  )
  await jobs.schedule(fetchPayoutsJob, '37 * * * *', {})
}

/** Adds the job that reads the payouts of a card account, when an event says that there are new ones. */
export const createPayoutFetcher =
  ({ database, jobs }: Deps<'database' | 'jobs'>) =>
  (businessId: string | null): Promise<void> =>
    withPlatform(database, (tx) => jobs.enqueue(tx, fetchCardPayoutsJob, { businessId }))
