import { and, eq, getTableColumns, isNull, sql } from 'drizzle-orm'
import { recurringPeriods, recurringSeries } from '../../platform/db/tables/recurring.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { AppError } from '../../shared/errors.ts'
import { periodOf, planOf } from '../schedules/schedule-columns.ts'

/** A stored series, with the number of its invoices and whether any period is settled. */
export type SeriesRow = typeof recurringSeries.$inferSelect & { made: number; hasSettled: boolean }

export const seriesColumns = {
  ...getTableColumns(recurringSeries),
  made: sql<number>`(select count(*)::int from recurring_periods p
    where p.business_id = recurring_series.business_id and p.series_id = recurring_series.id and p.state = 'made')`,
  hasSettled: sql<boolean>`exists (select from recurring_periods p
    where p.business_id = recurring_series.business_id and p.series_id = recurring_series.id)`,
}

function orNotFound(row: SeriesRow | undefined): SeriesRow {
  if (!row) throw new AppError('NOT_FOUND', 'This recurring invoice could not be found.')
  return row
}

/** A series that the owner ended for good counts as deleted. */
const isPresent = (id: string) => and(eq(recurringSeries.id, id), isNull(recurringSeries.endedAt))

export async function getSeriesRow({ db }: Transaction, id: string): Promise<SeriesRow> {
  const [row] = await db.select(seriesColumns).from(recurringSeries).where(isPresent(id))
  return orNotFound(row)
}

/** Locks a series until the transaction ends, also against the job that makes its invoices. */
export async function lockSeries({ db }: Transaction, id: string): Promise<SeriesRow> {
  const [row] = await db.select(seriesColumns).from(recurringSeries).where(isPresent(id)).for('update')
  return orNotFound(row)
}

/** Locks a series whose next invoice is due. Returns undefined if nothing is due. */
export async function lockDueSeries(
  { db }: Transaction,
  id: string,
  now: Date,
): Promise<(SeriesRow & { nextOn: string }) | undefined> {
  // Read with the lock: another process may have just made the invoice.
  const [row] = await db
    .select(seriesColumns)
    .from(recurringSeries)
    .where(eq(recurringSeries.id, id))
    .for('update')
  if (!row?.nextRunAt || row.nextOn === null || row.nextRunAt > now) return undefined
  return { ...row, nextOn: row.nextOn }
}

export async function findSeriesByRequest(
  { db }: Transaction,
  requestId: string,
): Promise<SeriesRow | undefined> {
  const [row] = await db
    .select(seriesColumns)
    .from(recurringSeries)
    .where(eq(recurringSeries.requestId, requestId))
  return row
}

type Change = Partial<Omit<typeof recurringSeries.$inferInsert, 'businessId' | 'id'>>

export async function changeSeries(
  { db }: Transaction,
  { businessId, id }: Pick<SeriesRow, 'businessId' | 'id'>,
  change: Change & { updatedAt: Date },
): Promise<SeriesRow> {
  const [row] = await db
    .update(recurringSeries)
    .set(change)
    .where(and(eq(recurringSeries.businessId, businessId), eq(recurringSeries.id, id)))
    .returning(seriesColumns)
  return orNotFound(row)
}

/** Returns whether a period was made or skipped; undefined if it is not settled. */
export async function findPeriodState(
  { db }: Transaction,
  { businessId, id }: Pick<SeriesRow, 'businessId' | 'id'>,
  period: number,
): Promise<'made' | 'skipped' | undefined> {
  const [row] = await db
    .select({ state: recurringPeriods.state })
    .from(recurringPeriods)
    .where(
      and(
        eq(recurringPeriods.businessId, businessId),
        eq(recurringPeriods.seriesId, id),
        eq(recurringPeriods.period, period),
      ),
    )
  return row?.state
}

/** Records the outcome of the next period for good and advances the series to the one after it. */
export async function settlePeriod(
  tx: Transaction,
  series: SeriesRow & { nextOn: string },
  settled: { state: 'made' | 'skipped'; invoiceId: string | null },
  now: Date,
): Promise<SeriesRow> {
  const { businessId, id: seriesId, nextPeriod: period, nextOn: onDate } = series
  await tx.db.insert(recurringPeriods).values({ businessId, seriesId, period, onDate, at: now, ...settled })
  return changeSeries(tx, series, { ...periodOf(planOf(series), period + 1), updatedAt: now })
}
