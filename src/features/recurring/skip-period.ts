import { withTenant } from '../../platform/db/transaction.ts'
import type { Identity } from '../../platform/http/api.ts'
import { AppError } from '../../shared/errors.ts'
import type { InvoiceDeps } from '../invoices/invoice-deps.ts'
import type { Series } from './contract.ts'
import { findPeriodState, lockSeries, settlePeriod } from './queries.ts'
import { toSeries } from './series-view.ts'

/** Skips this period, which must be the next one. Repeating the request changes nothing. */
export async function skipPeriod(
  deps: InvoiceDeps,
  { businessId }: Identity,
  id: string,
  period: number,
): Promise<Series> {
  const row = await withTenant(deps.database, businessId, async (tx) => {
    const current = await lockSeries(tx, id)
    if ((await findPeriodState(tx, current, period)) === 'skipped') return current
    const { nextOn, nextPeriod, pausedAt } = current
    if (nextOn === null || pausedAt || nextPeriod !== period) {
      throw new AppError(
        'CHANGED_ELSEWHERE',
        'This one is not the next any more. Reload to see what comes next.',
      )
    }
    return settlePeriod(tx, { ...current, nextOn }, { state: 'skipped', invoiceId: null }, deps.now())
  })
  return toSeries(row)
}
