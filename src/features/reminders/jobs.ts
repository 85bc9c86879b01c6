import { z } from 'zod'
import { withPlatform } from '../../platform/db/transaction.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import { oneAtATime } from '../../platform/jobs/one-at-a-time.ts'
import type { InvoiceDeps } from '../invoices/invoice-deps.ts'
import { fireReminders } from './fire-reminders.ts'

export const sendReminders = defineJob('send-reminders', z.strictObject({}), {
  // Each minute brings the next one.
  retryLimit: 0,
  // Many that are due take their time.
  expireInSeconds: 3600,
})

export async function startReminderJobs(deps: InvoiceDeps): Promise<void> {
  const { jobs, database } = deps
  await jobs.work(sendReminders, () => oneAtATime(deps, sendReminders.name, () => fireReminders(deps)))
  await jobs.schedule(sendReminders, '* * * * *', {})
  // What fell due while nobody was there.
  await withPlatform(database, (tx) => jobs.enqueue(tx, sendReminders, {}))
}
