import { eq, getTableColumns, sql } from 'drizzle-orm'
import { recurringPeriods, recurringSeries } from '../../platform/db/tables/recurring.ts'
import type { savedCards } from '../../platform/db/tables/saved-cards.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { periodOf, planOf } from '../schedules/schedule-columns.ts'
import { createScheduleStore } from '../schedules/schedule-store.ts'

/** A stored series, with the number of its invoices, whether any period is settled, and its saved card. */
export type SeriesRow = typeof recurringSeries.$inferSelect & {
  made: number
  hasSettled: boolean
  savedCard:
    | (Pick<typeof savedCards.$inferSelect, 'brand' | 'last4' | 'expMonth' | 'expYear' | 'isTest'> & {
        consentedAt: string
      })
    | null
}

export const seriesColumns = {
  ...getTableColumns(recurringSeries),
  made: sql<number>`(select count(*)::int from recurring_periods p
    where p.business_id = recurring_series.business_id and p.series_id = recurring_series.id and p.state = 'made')`,
  hasSettled: sql<boolean>`exists (select from recurring_periods p
    where p.business_id = recurring_series.business_id and p.series_id = recurring_series.id)`,
  savedCard: sql<SeriesRow['savedCard']>`(select json_build_object('brand', c.brand, 'last4', c.last4,
      'expMonth', c.exp_month, 'expYear', c.exp_year, 'isTest', c.is_test, 'consentedAt', c.consented_at)
    from saved_cards c where c.business_id = recurring_series.business_id and c.series_id = recurring_series.id
      and c.ended_at is null)`,
}

const selectSeries = ({ db }: Transaction) => db.select(seriesColumns).from(recurringSeries)

export const seriesStore = createScheduleStore<SeriesRow, typeof recurringSeries.$inferInsert>({
  table: recurringSeries,
  periods: recurringPeriods,
  what: 'recurring invoice',
  max: 1000,
  select: selectSeries,
  update: ({ db }, change, which) =>
    db.update(recurringSeries).set(change).where(which).returning(seriesColumns),
})

export function getSeriesRow(tx: Transaction, id: string): Promise<SeriesRow> {
  return seriesStore.get(selectSeries(tx), id)
}

export async function findSeriesByRequest(
  tx: Transaction,
  requestId: string,
): Promise<SeriesRow | undefined> {
  const [row] = await selectSeries(tx).where(eq(recurringSeries.requestId, requestId))
  return row
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
  return seriesStore.change(tx, series, { ...periodOf(planOf(series), period + 1), updatedAt: now })
}
