import { withPlatform } from '../../platform/db/transaction.ts'
import { type FetchRatesDeps, areRatesOld, fetchRates, forgetError } from './fetch-rates.ts'
import { fillRates, fillRatesOf } from './fill-rates.ts'
import { fetchRatesJob, fillRatesJob } from './jobs.ts'

export async function startRateJobs(deps: FetchRatesDeps): Promise<void> {
  const { database, jobs, ratesSource } = deps
  await jobs.work(fillRatesJob, ({ businessId }) =>
    businessId === undefined ? fillRates(deps) : fillRatesOf(deps, businessId),
  )
  // Also without new rates: the date of an expense may have come.
  await jobs.schedule(fillRatesJob, '11 0 * * *', {})
  await jobs.work(fetchRatesJob, () => fetchRates(deps))
  if (ratesSource.url === undefined) {
    await jobs.unschedule(fetchRatesJob)
    await forgetError(deps)
    return
  }
  // After 16:15 in Frankfurt, in winter and in summer. The European Central Bank publishes at 16:00.
  await jobs.schedule(fetchRatesJob, '20 15 * * *', {})
  if (await areRatesOld(deps)) await withPlatform(database, (tx) => jobs.enqueue(tx, fetchRatesJob, {}))
}
