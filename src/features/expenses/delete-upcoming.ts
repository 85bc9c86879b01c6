import type { Transaction } from '../../platform/db/transaction.ts'
import { addDays, dateIn } from '../../shared/dates.ts'
import { type Plan, firstPeriodFrom } from '../schedules/rules.ts'
import { periodOf } from '../schedules/schedule-columns.ts'
import { makeExpenses } from './make-expenses.ts'
import { type RecurringRow, firstUnsettled } from './recurring-queries.ts'

/**
 * Deletes the expenses that a series created for dates after today, except those that the owner changed.
 * Returns the latest deleted date. Expenses still due up to today are created first, with the current
 * settings.
 */
export async function deleteUpcoming(
  tx: Transaction,
  series: RecurringRow,
  now: Date,
): Promise<string | undefined> {
  const today = dateIn(series.timeZone, now)
  if (!series.pausedAt) await makeExpenses(tx, series, today, now)
  // The same lock order as when expenses are deleted, to prevent a deadlock.
  const { rows } = await tx.client.query<{ onDate: string }>(
    `with untouched as (
       select e.id from recurring_expense_periods p
       join expenses e on e.business_id = p.business_id and e.id = p.expense_id
       where p.business_id = $1 and p.series_id = $2 and p.on_date > $3::date and e.version = 1
       order by e.id for update of e),
     gone as (delete from expenses e using untouched u where e.business_id = $1 and e.id = u.id returning e.id)
     delete from recurring_expense_periods p using gone
     where p.business_id = $1 and p.expense_id = gone.id returning p.on_date::text as "onDate"`,
    [series.businessId, series.id, today],
  )
  return rows
    .map(({ onDate }) => onDate)
    .toSorted()
    .at(-1)
}

/** Returns the columns of the first unsettled period from this date on. */
export async function nextFrom(tx: Transaction, series: RecurringRow, plan: Plan, day: string) {
  const first = firstPeriodFrom(plan.frequency, plan.startDate, day)
  return periodOf(plan, await firstUnsettled(tx, series, first))
}

/** Like nextFrom, starting tomorrow. */
export function nextAfterToday(tx: Transaction, series: RecurringRow, plan: Plan, now: Date) {
  return nextFrom(tx, series, plan, addDays(dateIn(series.timeZone, now), 1))
}
