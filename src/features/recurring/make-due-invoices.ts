import { type DueRef, workOffDue } from '../../platform/jobs/work-off-due.ts'
import { AppError, errorTable } from '../../shared/errors.ts'
import type { InvoiceDeps } from '../invoices/invoice-deps.ts'
import { makePeriod } from './make-period.ts'
import { stopSeries } from './stop-series.ts'

/** Makes every invoice that is to be made by now. What holds several processes apart is the lock on each series. */
export async function makeDueInvoices(deps: InvoiceDeps): Promise<void> {
  await workOffDue(deps, {
    table: 'recurring_series',
    work: (series) => makeUpToNow(deps, series),
    failed: 'a recurring invoice could not be made',
  })
}

/** After an outage one after the other, each in a transaction of its own and with the day that it should have had. */
async function makeUpToNow(deps: InvoiceDeps, series: DueRef): Promise<void> {
  try {
    while (await makePeriod(deps, series));
  } catch (error) {
    if (!isForGood(error)) throw error
    await stopSeries(deps, series, error)
  }
}

/** Whether it would be refused again in a minute. */
function isForGood(error: unknown): error is AppError {
  if (!(error instanceof AppError)) return false
  const { status } = errorTable[error.code]
  return status < 500 && status !== errorTable.TOO_MANY_REQUESTS.status
}
