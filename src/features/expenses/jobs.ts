import { z } from 'zod'
import type { Deps } from '../../platform/deps.ts'
import { runEveryMinute } from '../../platform/jobs/every-minute.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import { makeDueExpenses } from './make-due-expenses.ts'

export const makeRecurringExpenses = defineJob('make-recurring-expenses', z.strictObject({}), {
  // It runs every minute, so a retry is not needed.
  retryLimit: 0,
  expireInSeconds: 3000,
})

export async function startExpenseJobs(deps: Deps<'database' | 'jobs' | 'log' | 'now'>): Promise<void> {
  await runEveryMinute(deps, makeRecurringExpenses, () => makeDueExpenses(deps))
}
