import { z } from 'zod'
import type { Deps } from '../../platform/deps.ts'
import { runEveryMinute } from '../../platform/jobs/every-minute.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import { oneAtATime } from '../../platform/jobs/one-at-a-time.ts'
import { recountMoney, rollUpMoney } from './money-totals.ts'

/** Rolls up changes of money into the totals. */
export const rollUpMoneyJob = defineJob('fold-money', z.strictObject({}), {
  // It runs every minute, so a retry is not needed.
  retryLimit: 0,
  expireInSeconds: 3000,
})

/** Recalculates all totals every night and corrects those that are wrong. */
export const recountMoneyJob = defineJob('recount-money', z.strictObject({}), {
  retryLimit: 2,
  expireInSeconds: 4 * 3600,
})

export async function startFigureJobs(deps: Deps<'database' | 'jobs' | 'log'>): Promise<void> {
  const { jobs } = deps
  await runEveryMinute(deps, rollUpMoneyJob, () => rollUpMoney(deps))
  await jobs.work(recountMoneyJob, () => oneAtATime(deps, recountMoneyJob.name, () => recountMoney(deps)))
  await jobs.schedule(recountMoneyJob, '43 2 * * *', {})
}
