import { z } from 'zod'
import { withPlatform } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import { defineJob } from '../../platform/jobs/job.ts'

// The next daily run is the retry.
export const forgetActivity = defineJob('forget-activity', z.strictObject({}), { retryLimit: 0 })

/** Who did what is kept for two years. */
export async function forgetOldActivity({ database, now }: Deps<'database' | 'now'>): Promise<void> {
  await withPlatform(database, ({ client }) =>
    client.query(`delete from activity where at < $1::timestamptz - interval '2 years'`, [now()]),
  )
}

export async function startActivityJobs(deps: Deps<'database' | 'jobs' | 'now'>): Promise<void> {
  await deps.jobs.work(forgetActivity, () => forgetOldActivity(deps))
  await deps.jobs.schedule(forgetActivity, '41 4 * * *', {})
}
