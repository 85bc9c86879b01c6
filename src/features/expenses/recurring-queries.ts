import { and, eq, getTableColumns, gte, isNull, sql } from 'drizzle-orm'
import { recurringExpensePeriods, recurringExpenses } from '../../platform/db/tables/expenses.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { AppError } from '../../shared/errors.ts'

/** A stored recurring expense, with the business's time zone, which determines the current date. */
export type RecurringRow = typeof recurringExpenses.$inferSelect & { timeZone: string }

export const recurringColumns = {
  ...getTableColumns(recurringExpenses),
  timeZone: sql<string>`(select b.time_zone from businesses b where b.id = recurring_expenses.business_id)`,
}

export function recurringNotFound(): AppError {
  return new AppError('NOT_FOUND', 'This recurring expense could not be found.')
}

/** Locks a recurring expense until the transaction ends, also against the job that creates its expenses. */
export async function lockRecurring({ db }: Transaction, id: string): Promise<RecurringRow> {
  const [row] = await db
    .select(recurringColumns)
    .from(recurringExpenses)
    // One that the owner ended for good counts as deleted.
    .where(and(eq(recurringExpenses.id, id), isNull(recurringExpenses.endedAt)))
    .for('update')
  if (!row) throw recurringNotFound()
  return row
}

type Change = Partial<Omit<typeof recurringExpenses.$inferInsert, 'businessId' | 'id'>>

export async function changeRecurring(
  { db }: Transaction,
  { businessId, id }: Pick<RecurringRow, 'businessId' | 'id'>,
  change: Change & { updatedAt: Date },
): Promise<RecurringRow> {
  const [row] = await db
    .update(recurringExpenses)
    .set(change)
    .where(and(eq(recurringExpenses.businessId, businessId), eq(recurringExpenses.id, id)))
    .returning(recurringColumns)
  if (!row) throw recurringNotFound()
  return row
}

/** Lists the settled periods from `from` on. The caller holds the lock on the series. */
export async function listSettled(
  { db }: Transaction,
  { businessId, id }: Pick<RecurringRow, 'businessId' | 'id'>,
  from: number,
): Promise<Set<number>> {
  const rows = await db
    .select({ period: recurringExpensePeriods.period })
    .from(recurringExpensePeriods)
    .where(
      and(
        eq(recurringExpensePeriods.businessId, businessId),
        eq(recurringExpensePeriods.seriesId, id),
        gte(recurringExpensePeriods.period, from),
      ),
    )
  return new Set(rows.map(({ period }) => period))
}

/** Finds the first period from `from` on that is not settled. */
export async function firstUnsettled(tx: Transaction, series: RecurringRow, from: number): Promise<number> {
  const settled = await listSettled(tx, series, from)
  let period = from
  while (settled.has(period)) period++
  return period
}
