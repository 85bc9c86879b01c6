import { and, eq, getTableColumns, gte, isNull, sql } from 'drizzle-orm'
import { recurringExpensePeriods, recurringExpenses } from '../../platform/db/tables/expenses.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { AppError } from '../../shared/errors.ts'

/** A recurring expense as it is stored, with the zone that says which day it is. */
export type RecurringRow = typeof recurringExpenses.$inferSelect & { timeZone: string }

export const recurringColumns = {
  ...getTableColumns(recurringExpenses),
  timeZone: sql<string>`(select b.time_zone from businesses b where b.id = recurring_expenses.business_id)`,
}

export function recurringNotFound(): AppError {
  return new AppError('NOT_FOUND', 'This recurring expense could not be found.')
}

/** Until the end of the transaction nobody else changes it or makes an expense of it. */
export async function lockRecurring({ db }: Transaction, id: string): Promise<RecurringRow> {
  const [row] = await db
    .select(recurringColumns)
    .from(recurringExpenses)
    // One that its owner has ended for good is not there any more.
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

/** The settled periods from one on. Asked only under the lock of the series. */
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

/** The first period from this one on that nothing has become of yet. */
export async function firstUnsettled(tx: Transaction, series: RecurringRow, from: number): Promise<number> {
  const settled = await listSettled(tx, series, from)
  let period = from
  while (settled.has(period)) period++
  return period
}
