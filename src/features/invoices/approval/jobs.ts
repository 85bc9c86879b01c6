import { z } from 'zod'
import { defineJob } from '../../../platform/jobs/job.ts'
import { type ApprovalMailDeps, mailApproval } from './approval-mails.ts'

export const mailApprovalJob = defineJob(
  'mail-approval',
  z.strictObject({ businessId: z.uuid(), eventId: z.uuid() }),
)

export async function startApprovalJobs(deps: ApprovalMailDeps): Promise<void> {
  await deps.jobs.work(mailApprovalJob, (event) => mailApproval(deps, event))
}
