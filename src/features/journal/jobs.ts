import { z } from 'zod'
import type { Deps } from '../../platform/deps.ts'
import { runEveryMinute } from '../../platform/jobs/every-minute.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import { updateJournals } from './update-journal.ts'

/** Makes the postings of everything that has changed. */
export const updateJournalsJob = defineJob('update-journals', z.strictObject({}), {
  // It runs every minute, so a retry is not needed.
  retryLimit: 0,
  expireInSeconds: 3000,
})

export async function startJournalJobs(deps: Deps<'database' | 'jobs' | 'log'>): Promise<void> {
  await runEveryMinute(deps, updateJournalsJob, () => updateJournals(deps))
}
