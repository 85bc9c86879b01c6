import { withTenant } from '../../platform/db/transaction.ts'
import type { DueRef } from '../../platform/jobs/work-off-due.ts'
import type { AppError } from '../../shared/errors.ts'
import type { InvoiceDeps } from '../invoices/invoice-deps.ts'
import { getBusinessFacts } from '../invoices/queries.ts'
import { queueSeriesPausedMail } from './emails.ts'
import { changeSeries, lockDueSeries } from './queries.ts'

/** Pauses a series whose next invoice was refused, and tells the owner. The first to come does both. */
export async function stopSeries(
  deps: InvoiceDeps,
  { businessId, id }: DueRef,
  refusal: AppError,
): Promise<void> {
  await withTenant(deps.database, businessId, async (tx) => {
    const now = deps.now()
    const series = await lockDueSeries(tx, id, now)
    if (!series) return
    const facts = await getBusinessFacts(tx, businessId, null)
    const pausedBy = refusal.code === 'PLAN_LIMIT_REACHED' ? 'plan' : 'error'
    const pauseReason = refusal.message
    await changeSeries(tx, series, { pausedAt: now, pausedBy, pauseReason, updatedAt: now })
    await queueSeriesPausedMail(tx, deps, { ...series, pauseReason }, facts)
  })
}
