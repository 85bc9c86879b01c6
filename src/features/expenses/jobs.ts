import { z } from 'zod'
import { runEveryMinute } from '../../platform/jobs/every-minute.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import type { ExpenseDeps } from './expense-deps.ts'
import { makeDueExpenses } from './make-due-expenses.ts'

export const makeRecurringExpenses = defineJob('make-recurring-expenses', z.strictObject({}), {
  // It runs every minute, so a retry is not needed.
  retryLimit: 0,
  expireInSeconds: 3000,
})

export async function startExpenseJobs(deps: ExpenseDeps): Promise<void> {
  await runEveryMinute(deps, makeRecurringExpenses, () => makeDueExpenses(deps))
}
