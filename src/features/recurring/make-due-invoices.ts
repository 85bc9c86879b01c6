import { withTenant } from '../../platform/db/transaction.ts'
import type { DueRef } from '../../platform/jobs/process-due-rows.ts'
import { AppError, errorTable } from '../../shared/errors.ts'
import type { InvoiceDeps } from '../invoices/invoice-deps.ts'
import { getBusinessFacts } from '../invoices/queries.ts'
import { queueSeriesPausedMail } from './emails.ts'
import { makePeriod } from './make-period.ts'
import { seriesStore } from './queries.ts'

/** Makes all invoices that are due. */
export async function makeDueInvoices(deps: InvoiceDeps): Promise<void> {
  await seriesStore.processDue(deps, (series) => makeUpToNow(deps, series))
}

/**
 * Makes the due invoices of a series, each in its own transaction. After an outage each gets the date that it
 * should have had.
 */
async function makeUpToNow(deps: InvoiceDeps, series: DueRef): Promise<void> {
  try {
    while (await makePeriod(deps, series));
  } catch (error) {
    if (!isPermanent(error)) throw error
    await pauseAfterError(deps, series, error)
  }
}

/** Returns whether a retry would fail again. */
function isPermanent(error: unknown): error is AppError {
  if (!(error instanceof AppError)) return false
  const { status } = errorTable[error.code]
  return status < 500 && status !== errorTable.TOO_MANY_REQUESTS.status
}

/**
 * Pauses a series whose next invoice cannot be made, and tells the owner. If several processes try, only the
 * first does.
 */
async function pauseAfterError(
  deps: InvoiceDeps,
  { businessId, id }: DueRef,
  refusal: AppError,
): Promise<void> {
  await withTenant(deps.database, businessId, async (tx) => {
    const now = deps.now()
    const series = await seriesStore.lockDue(tx, id, now)
    if (!series) return
    const facts = await getBusinessFacts(tx, businessId, null)
    const pausedBy = refusal.code === 'PLAN_LIMIT_REACHED' ? 'plan' : 'error'
    const pauseReason = refusal.message
    await seriesStore.change(tx, series, { pausedAt: now, pausedBy, pauseReason, updatedAt: now })
    await queueSeriesPausedMail(tx, deps, { ...series, pauseReason }, facts)
  })
}
