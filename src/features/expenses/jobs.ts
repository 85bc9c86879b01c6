import { z } from 'zod'
import { defineJob } from '../../platform/jobs/job.ts'
import type { ExpenseDeps } from './expense-deps.ts'

export const makeRecurringExpenses = defineJob('make-recurring-expenses', z.strictObject({}), {
  // Each minute brings the next one.
  retryLimit: 0,
  expireInSeconds: 3000,
})

export async function startExpenseJobs(_deps: ExpenseDeps): Promise<void> {}
