import { z } from 'zod'
import { runEveryMinute } from '../../platform/jobs/every-minute.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import type { InvoiceDeps } from '../invoices/invoice-deps.ts'
import { fireReminders } from './fire-reminders.ts'

export const sendReminders = defineJob('send-reminders', z.strictObject({}), {
  // The job runs again every minute.
  retryLimit: 0,
  // Sending many due reminders takes a while.
  expireInSeconds: 3600,
})

export async function startReminderJobs(deps: InvoiceDeps): Promise<void> {
  await runEveryMinute(deps, sendReminders, () => fireReminders(deps))
}
