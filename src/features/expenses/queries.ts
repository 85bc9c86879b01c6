import { and, eq } from 'drizzle-orm'
import { expenses } from '../../platform/db/tables/expenses.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { maxMinorOf } from '../../shared/currencies.ts'
import { AppError } from '../../shared/errors.ts'
import type { Money } from '../../shared/money.ts'
import { assertNoProblems } from '../schedules/schedule-store.ts'
import type { Expense } from './contract.ts'
import { amountRange } from './rules.ts'

export type ExpenseRow = typeof expenses.$inferSelect

export function expenseNotFound(): AppError {
  return new AppError('NOT_FOUND', 'This expense could not be found.')
}

export function orExpenseNotFound([row]: ExpenseRow[]): ExpenseRow {
  if (!row) throw expenseNotFound()
  return row
}

export async function getExpenseRow({ db }: Transaction, id: string): Promise<ExpenseRow> {
  return orExpenseNotFound(await db.select().from(expenses).where(eq(expenses.id, id)))
}

export async function findExpenseByRequest(
  { db }: Transaction,
  businessId: string,
  requestId: string,
): Promise<ExpenseRow | undefined> {
  const [row] = await db
    .select()
    .from(expenses)
    .where(and(eq(expenses.businessId, businessId), eq(expenses.requestId, requestId)))
  return row
}

/** Refuses an amount beyond the limit of its currency. */
export function assertWithinLimit({ minor, currency }: Money): void {
  if (minor > maxMinorOf(currency))
    assertNoProblems({ amountMinor: amountRange({ currency, locale: 'en-US' }) })
}

export function toExpense(row: ExpenseRow): Expense {
  return {
    id: row.id,
    version: row.version,
    currency: row.currency,
    amountMinor: row.amountMinor,
    homeMinor: row.homeMinor,
    rate: row.rate,
    ratedOn: row.ratedOn,
    rateSource: row.rateSource,
    category: row.category,
    date: row.date,
    notes: row.notes,
    seriesId: row.seriesId,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}
