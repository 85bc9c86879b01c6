import { and, eq } from 'drizzle-orm'
import { expenses } from '../../platform/db/tables/expenses.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import type { Identity } from '../../platform/http/api.ts'
import type { BodyOf } from '../../shared/endpoint.ts'
import { AppError } from '../../shared/errors.ts'
import type * as contract from './contract.ts'
import type { ExpenseDeps } from './expense-deps.ts'
import { expenseNotFound, lockExpense, toExpense } from './queries.ts'

/** Changes an expense. The new version number protects it from later changes of its recurring expense. */
export async function updateExpense(
  deps: ExpenseDeps,
  { businessId }: Identity,
  id: string,
  input: BodyOf<typeof contract.updateExpense>,
): Promise<contract.Expense> {
  const row = await withTenant(deps.database, businessId, async (tx) => {
    const { version } = await lockExpense(tx, id)
    if (version !== input.version) {
      throw new AppError(
        'CHANGED_ELSEWHERE',
        'This expense has been changed elsewhere in the meantime. Reload it to see the latest version.',
      )
    }
    const { amountCents, category, date, notes } = input
    const [changed] = await tx.db
      .update(expenses)
      .set({ amountCents, category, date, notes, version: version + 1, updatedAt: deps.now() })
      .where(and(eq(expenses.businessId, businessId), eq(expenses.id, id)))
      .returning()
    return changed
  })
  if (!row) throw expenseNotFound()
  return toExpense(row)
}
