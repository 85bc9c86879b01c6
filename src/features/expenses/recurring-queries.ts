import { getTableColumns, sql } from 'drizzle-orm'
import { recurringExpensePeriods, recurringExpenses } from '../../platform/db/tables/expenses.ts'
import { createScheduleStore } from '../schedules/schedule-store.ts'
import { maxRecurring } from './rules.ts'

/** A stored recurring expense, with the business's time zone, which determines the current date. */
export type RecurringRow = typeof recurringExpenses.$inferSelect & { timeZone: string }

export const recurringColumns = {
  ...getTableColumns(recurringExpenses),
  timeZone: sql<string>`(select b.time_zone from businesses b where b.id = recurring_expenses.business_id)`,
}

export const recurringStore = createScheduleStore<RecurringRow, typeof recurringExpenses.$inferInsert>({
  table: recurringExpenses,
  periods: recurringExpensePeriods,
  what: 'recurring expense',
  max: maxRecurring,
  select: ({ db }) => db.select(recurringColumns).from(recurringExpenses),
  update: ({ db }, change, which) =>
    db.update(recurringExpenses).set(change).where(which).returning(recurringColumns),
})
