import { and, eq } from 'drizzle-orm'
import { expenses } from '../../platform/db/tables/expenses.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { AppError } from '../../shared/errors.ts'
import type { Expense } from './contract.ts'

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

export function toExpense(row: ExpenseRow): Expense {
  return {
    id: row.id,
    version: row.version,
    amountMinor: row.amountMinor,
    category: row.category,
    date: row.date,
    notes: row.notes,
    seriesId: row.seriesId,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}
