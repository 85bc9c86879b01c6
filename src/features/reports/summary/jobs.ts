import { z } from 'zod'
import type { Deps } from '../../../platform/deps.ts'
import { runEveryMinute } from '../../../platform/jobs/every-minute.ts'
import { defineJob } from '../../../platform/jobs/job.ts'
import { type SummaryJobDeps, sendSummaries } from './send-summaries.ts'

export const sendSummariesJob = defineJob('send-summaries', z.strictObject({}), {
  // It runs every minute, so a retry is not needed.
  retryLimit: 0,
  expireInSeconds: 3000,
})

export async function startSummaryJobs(deps: SummaryJobDeps & Deps<'jobs'>): Promise<void> {
  await runEveryMinute(deps, sendSummariesJob, () => sendSummaries(deps))
}
