import { setTimeout as rest } from 'node:timers/promises'
import { withPlatform } from '../../platform/db/transaction.ts'
import { AppError, errorTable } from '../../shared/errors.ts'
import type { InvoiceDeps } from '../invoices/invoice-deps.ts'
import { makePeriod } from './make-period.ts'
import type { SeriesRef } from './make-period.ts'
import { stopSeries } from './stop-series.ts'

type DueSeries = SeriesRef & { nextRunAt: Date }

const pageSize = 50
const atOnce = 4

/**
 * Makes every invoice that is to be made by now, of all businesses. Several processes may do so at once: what holds them
 * apart is the lock on each series. One that fails is passed over until the next run.
 */
export async function makeDueInvoices(deps: InvoiceDeps): Promise<void> {
  for (let page = await listDue(deps); page.length > 0;) {
    const began = performance.now()
    const left = page.values()
    await Promise.all(Array.from({ length: atOnce }, () => makeEach(deps, left)))
    if (page.length < pageSize) return
    // As long as it has taken, so that the pages of this process stay quick meanwhile.
    await rest(performance.now() - began)
    page = await listDue(deps, page.at(-1))
  }
}

async function listDue({ database, now }: InvoiceDeps, after?: DueSeries): Promise<DueSeries[]> {
  const place = after ? [after.nextRunAt, after.businessId, after.id] : []
  const { rows } = await withPlatform(database, ({ client }) =>
    client.query<DueSeries>(
      `select business_id as "businessId", id, next_run_at as "nextRunAt" from recurring_series
       where next_run_at <= $1 ${after ? 'and (next_run_at, business_id, id) > ($2, $3, $4)' : ''}
       order by next_run_at, business_id, id limit ${pageSize}`,
      [now(), ...place],
    ),
  )
  return rows
}

async function makeEach(deps: InvoiceDeps, left: Iterable<DueSeries>): Promise<void> {
  for (const series of left) {
    try {
      await makeUpToNow(deps, series)
    } catch (error) {
      deps.log.error({ err: error, seriesId: series.id }, 'a recurring invoice could not be made')
    }
  }
}

/** After an outage one after the other, each in a transaction of its own and with the day that it should have had. */
async function makeUpToNow(deps: InvoiceDeps, series: SeriesRef): Promise<void> {
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
