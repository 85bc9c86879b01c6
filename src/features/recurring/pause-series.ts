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

/** Goes on with the first one whose moment is still to come: nobody expects what a pause has left out. */
export async function resumeSeries(deps: InvoiceDeps, { businessId }: Identity, id: string): Promise<Series> {
  const now = deps.now()
  const row = await withTenant(deps.database, businessId, async (tx) => {
    const current = await lockSeries(tx, id)
    const { plan, timeZone } = await getBusinessFacts(tx, businessId, null)
    assertInPlan(plan)
    if (!current.pausedAt) return current
    const days = planOf(current)
    const toCome = await firstPeriodToCome(tx, { id: businessId, timeZone }, days, now)
    return changeSeries(tx, current, {
      ...periodOf(days, Math.max(current.nextPeriod, toCome)),
      pausedAt: null,
      pausedBy: null,
      pauseReason: null,
      updatedAt: now,
    })
  })
  return toSeries(row)
}
