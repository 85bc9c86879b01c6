import { z } from 'zod'
import type { Deps } from '../../platform/deps.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import { oneAtATime } from '../../platform/jobs/one-at-a-time.ts'
import { removeLeftAttachments } from './set-attachments.ts'

// The next daily run is the retry.
export const sweepAttachments = defineJob('sweep-attachments', z.strictObject({}), { retryLimit: 0 })

export async function startAttachmentJobs(deps: Deps<'database' | 'jobs' | 'log' | 'now'>): Promise<void> {
  const { jobs } = deps
  await jobs.work(sweepAttachments, () =>
    oneAtATime(deps, sweepAttachments.name, () => removeLeftAttachments(deps)),
  )
  await jobs.schedule(sweepAttachments, '33 4 * * *', {})
}
