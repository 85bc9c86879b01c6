import { z } from 'zod'
import type { Deps } from '../../../platform/deps.ts'
import { runEveryMinute } from '../../../platform/jobs/every-minute.ts'
import { defineJob } from '../../../platform/jobs/job.ts'
import { type LateFeeDeps, addLateFees } from './add-late-fees.ts'

export const addLateFeesJob = defineJob('add-late-fees', z.strictObject({}), {
  // It runs every minute, so a retry is not needed.
  retryLimit: 0,
  expireInSeconds: 3000,
})

export async function startLateFeeJobs(deps: LateFeeDeps & Deps<'jobs'>): Promise<void> {
  await runEveryMinute(deps, addLateFeesJob, () => addLateFees(deps))
}
