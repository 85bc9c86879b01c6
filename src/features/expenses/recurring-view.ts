import { sql } from 'drizzle-orm'
import { recurringExpenses } from '../../platform/db/tables/expenses.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Identity } from '../../platform/http/api.ts'
import { addDays, dateIn } from '../../shared/dates.ts'
import type { QueryOf, ResponseOf } from '../../shared/endpoint.ts'
import { dayOfPeriod, firstPeriodFrom } from '../schedules/rules.ts'
import { planOf } from '../schedules/schedule-columns.ts'
import type * as contract from './contract.ts'
import { type RecurringRow, recurringColumns, recurringStore } from './recurring-queries.ts'

/** `madeOn`: the first date after today that has an expense. `skipped`: the skipped periods after today. */
type ViewRow = RecurringRow & { madeOn: string | null; skipped: number[] }

function selectView({ db }: Transaction, today: string) {
  const ahead = sql`from recurring_expense_periods p where p.business_id = recurring_expenses.business_id
    and p.series_id = recurring_expenses.id and p.on_date > ${today}::date`
  const viewColumns = {
    ...recurringColumns,
    madeOn: sql<string | null>`(select min(p.on_date)::text ${ahead} and p.state = 'made')`,
    skipped: sql<number[]>`array(select p.period ${ahead} and p.state = 'skipped')`,
  }
  return db.select(viewColumns).from(recurringExpenses)
}

/** The first date after today that is not skipped, whether its expense already exists or not. */
function nextScheduledDate(row: ViewRow, today: string): string | null {
  const plan = planOf(row)
  let period = firstPeriodFrom(plan.frequency, plan.startDate, addDays(today, 1))
  while (row.skipped.includes(period)) period++
  return dayOfPeriod(plan, period)
}

/** The next date with an expense. One that the owner changed stays, even after the end of the schedule. */
function nextDateOf(row: ViewRow, today: string): string | null {
  const [first] = [row.madeOn, nextScheduledDate(row, today)].filter((day) => day !== null).toSorted()
  return first ?? null
}

function toRecurring(row: ViewRow, today: string): contract.RecurringExpense {
  const nextDate = row.pausedAt ? null : nextDateOf(row, today)
  const runs = nextDate === null ? 'over' : 'running'
  return {
    id: row.id,
    version: row.version,
    currency: row.currency,
    amountMinor: row.amountMinor,
    category: row.category,
    notes: row.notes,
    vendor: row.vendor,
    taxes: row.taxes,
    ...planOf(row),
    nextDate,
    state: row.pausedAt ? 'paused' : runs,
    createdAt: row.createdAt.toISOString(),
  }
}

export async function readRecurring(
  tx: Transaction,
  id: string,
  today: string,
): Promise<contract.RecurringExpense> {
  return toRecurring(await recurringStore.get(selectView(tx, today), id), today)
}

export async function listRecurringExpenses(
  { database, now }: Deps<'database' | 'now'>,
  { businessId, business }: Identity,
  { after }: QueryOf<typeof contract.listRecurringExpenses>,
): Promise<ResponseOf<typeof contract.listRecurringExpenses>> {
  const today = dateIn(business.timeZone, now())
  const { rows, next } = await recurringStore.readPage(database, businessId, after, (tx) =>
    selectView(tx, today),
  )
  return { recurring: rows.map((row) => toRecurring(row, today)), next }
}
