import { z } from 'zod'
import { runEveryMinute } from '../../platform/jobs/every-minute.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import { type EstimateJobDeps, remindClients } from './remind-clients.ts'

export const remindOfEstimates = defineJob('remind-of-estimates', z.strictObject({}), {
  // It runs every minute, so a retry is not needed.
  retryLimit: 0,
  expireInSeconds: 3000,
})

export async function startEstimateJobs(deps: EstimateJobDeps): Promise<void> {
  await runEveryMinute(deps, remindOfEstimates, () => remindClients(deps))
}
