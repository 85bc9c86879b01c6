import { randomUUID } from 'node:crypto'
import type { Transaction } from '../../platform/db/transaction.ts'
import { addDays, dateIn } from '../../shared/dates.ts'
import { dayOfPeriod } from '../schedules/rules.ts'
import { planOf } from '../schedules/schedule-columns.ts'
import { type RecurringRow, recurringStore } from './recurring-queries.ts'
import { daysAhead } from './rules.ts'

interface Due {
  id: string
  period: number
  onDate: string
}

/** Creates expenses up to the planning horizon, or to `atLeastTo` if that is later. */
export function makeExpensesAhead(
  tx: Transaction,
  series: RecurringRow,
  now: Date,
  { atLeastTo, requestId }: { atLeastTo?: string | undefined; requestId?: string } = {},
): Promise<RecurringRow> {
  const ahead = addDays(dateIn(series.timeZone, now), daysAhead)
  const through = atLeastTo !== undefined && atLeastTo > ahead ? atLeastTo : ahead
  return makeExpenses(tx, series, through, now, requestId)
}

/**
 * Creates all expenses of a series up to this date whose period is not settled yet. The caller holds the lock
 * on the series. The very first expense gets the id of the request that created the series.
 */
export async function makeExpenses(
  tx: Transaction,
  series: RecurringRow,
  through: string,
  now: Date,
  requestId: string | null = null,
): Promise<RecurringRow> {
  if (series.nextOn === null || series.nextOn > through) return series
  const settled = await recurringStore.listSettled(tx, series, series.nextPeriod)
  const plan = planOf(series)
  const due: Due[] = []
  let period = series.nextPeriod
  let onDate = dayOfPeriod(plan, period)
  while (settled.has(period) || (onDate !== null && onDate <= through)) {
    if (!settled.has(period)) due.push({ id: randomUUID(), period, onDate: onDate! })
    period++
    onDate = dayOfPeriod(plan, period)
  }
  await insertDue(tx, series, due, now, requestId)
  return recurringStore.change(tx, series, { nextPeriod: period, nextOn: onDate, updatedAt: now })
}

async function insertDue(
  { client }: Transaction,
  { businessId, id, createdBy, currency, amountMinor, category, notes, vendor, taxes }: RecurringRow,
  due: Due[],
  now: Date,
  requestId: string | null,
): Promise<void> {
  const ids = due.map((each) => each.id)
  const days = due.map(({ onDate }) => onDate)
  const periods = due.map(({ period }) => period)
  await client.query(
    `insert into expenses (business_id, id, created_by, request_id, currency, amount_minor, category, date,
       notes, series_id, created_at, updated_at, vendor, taxes)
     select $1, due.id, $5, case when due.period = 0 then $6::uuid end, $7, $8, $9, due.on_date,
       $10, $11, $12, $12, $13, $14
     from unnest($2::uuid[], $3::date[], $4::integer[]) as due (id, on_date, period)`,
    [
      businessId,
      ids,
      days,
      periods,
      createdBy,
      requestId,
      currency,
      amountMinor,
      category,
      notes,
      id,
      now,
      vendor,
      JSON.stringify(taxes),
    ],
  )
  await client.query(
    `insert into recurring_expense_periods (business_id, series_id, period, state, expense_id, on_date, at)
     select $1, $2, due.period, 'made', due.id, due.on_date, $6
     from unnest($3::integer[], $4::uuid[], $5::date[]) as due (period, id, on_date)`,
    [businessId, id, periods, ids, days, now],
  )
}
