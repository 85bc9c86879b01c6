import { z } from 'zod'
import { defineJob } from '../../platform/jobs/job.ts'
import type { FigureDeps } from './figure-deps.ts'

/** Takes changes over into the totals. */
export const foldMoney = defineJob('fold-money', z.strictObject({}), { retryLimit: 0, expireInSeconds: 3000 })

/** Adds everything up anew, each night, and compares. */
export const recountMoney = defineJob('recount-money', z.strictObject({}), {
  retryLimit: 2,
  expireInSeconds: 4 * 3600,
})

export async function startFigureJobs(_deps: FigureDeps): Promise<void> {
  await Promise.resolve()
}
