import { withTenant } from '../../platform/db/transaction.ts'
import type { Identity } from '../../platform/http/api.ts'
import type { InvoiceDeps } from '../invoices/invoice-deps.ts'
import { getBusinessFacts } from '../invoices/queries.ts'
import { firstPeriodToCome, periodOf, planOf } from '../schedules/schedule-columns.ts'
import type { Series } from './contract.ts'
import { changeSeries, lockSeries } from './queries.ts'
import { assertInPlan } from './series-input.ts'
import { toSeries } from './series-view.ts'

export async function pauseSeries(deps: InvoiceDeps, { businessId }: Identity, id: string): Promise<Series> {
  const now = deps.now()
  const row = await withTenant(deps.database, businessId, async (tx) => {
    const current = await lockSeries(tx, id)
    if (current.pausedAt) return current
    return changeSeries(tx, current, { pausedAt: now, pausedBy: 'owner', pauseReason: null, updatedAt: now })
  })
  return toSeries(row)
}

/**
 * Resumes a series with the first period whose sending time is in the future. Periods that fell into the
 * pause are not made up for.
 */
export async function resumeSeries(deps: InvoiceDeps, { businessId }: Identity, id: string): Promise<Series> {
  const now = deps.now()
  const row = await withTenant(deps.database, businessId, async (tx) => {
    const current = await lockSeries(tx, id)
    const { plan, timeZone } = await getBusinessFacts(tx, businessId, null)
    assertInPlan(plan)
    if (!current.pausedAt) return current
    const schedule = planOf(current)
    const nextPeriod = await firstPeriodToCome(tx, { id: businessId, timeZone }, schedule, now)
    return changeSeries(tx, current, {
      ...periodOf(schedule, Math.max(current.nextPeriod, nextPeriod)),
      pausedAt: null,
      pausedBy: null,
      pauseReason: null,
      updatedAt: now,
    })
  })
  return toSeries(row)
}
