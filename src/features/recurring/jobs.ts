import { z } from 'zod'
import { withPlatform } from '../../platform/db/transaction.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import { oneAtATime } from '../../platform/jobs/one-at-a-time.ts'
import type { InvoiceDeps } from '../invoices/invoice-deps.ts'
import { makeDueInvoices } from './make-due-invoices.ts'

export const makeRecurringInvoices = defineJob('make-recurring-invoices', z.strictObject({}), {
  // Each minute brings the next one.
  retryLimit: 0,
  expireInSeconds: 3000,
})

export async function startRecurringJobs(deps: InvoiceDeps): Promise<void> {
  const { jobs, database } = deps
  await jobs.work(makeRecurringInvoices, () =>
    oneAtATime(deps, makeRecurringInvoices.name, () => makeDueInvoices(deps)),
  )
  await jobs.schedule(makeRecurringInvoices, '* * * * *', {})
  // What was to be made while nobody was there.
  await withPlatform(database, (tx) => jobs.enqueue(tx, makeRecurringInvoices, {}))
}
