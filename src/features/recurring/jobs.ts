import { z } from 'zod'
import { runEveryMinute } from '../../platform/jobs/every-minute.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import { makeDueInvoices } from './make-due-invoices.ts'
import type { RecurringDeps } from './recurring-deps.ts'

export const makeRecurringInvoices = defineJob('make-recurring-invoices', z.strictObject({}), {
  // It runs every minute, so a retry is not needed.
  retryLimit: 0,
  expireInSeconds: 3000,
})

export async function startRecurringJobs(deps: RecurringDeps): Promise<void> {
  await runEveryMinute(deps, makeRecurringInvoices, () => makeDueInvoices(deps))
}
