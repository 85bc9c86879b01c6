import { z } from 'zod'
import { runEveryMinute } from '../../platform/jobs/every-minute.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import { fireReminders } from './fire-reminders.ts'
import type { ReminderDeps } from './reminder-deps.ts'

export const sendReminders = defineJob('send-reminders', z.strictObject({}), {
  // The job runs again every minute.
  retryLimit: 0,
  // Sending many due reminders takes a while.
  expireInSeconds: 3600,
})

export async function startReminderJobs(deps: ReminderDeps): Promise<void> {
  await runEveryMinute(deps, sendReminders, () => fireReminders(deps))
}
