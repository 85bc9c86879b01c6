import { z } from 'zod'
import { workEveryMinute } from '../../platform/jobs/every-minute.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import type { InvoiceDeps } from '../invoices/invoice-deps.ts'
import { fireReminders } from './fire-reminders.ts'

export const sendReminders = defineJob('send-reminders', z.strictObject({}), {
  // Each minute brings the next one.
  retryLimit: 0,
  // Many that are due take their time.
  expireInSeconds: 3600,
})

export async function startReminderJobs(deps: InvoiceDeps): Promise<void> {
  await workEveryMinute(deps, sendReminders, () => fireReminders(deps))
}
