import { withTenant } from '../../platform/db/transaction.ts'
import type { Identity } from '../../platform/http/api.ts'
import type { ExpenseDeps } from './expense-deps.ts'
import { expenseNotFound } from './queries.ts'

/**
 * Deletes expenses and returns how many there were. Their periods are marked as skipped, so that a recurring
 * expense does not create them again.
 */
export async function deleteExpenses(
  { database }: ExpenseDeps,
  { businessId }: Identity,
  ids: readonly string[],
): Promise<number> {
  return withTenant(database, businessId, async ({ client }) => {
    // A fixed lock order prevents a deadlock between two requests that delete the same expenses.
    const { rowCount } = await client.query(
      `with present as (
         select id from expenses where business_id = $1 and id = any($2::uuid[]) order by id for update)
       delete from expenses e using present p where e.business_id = $1 and e.id = p.id`,
      [businessId, ids],
    )
    await client.query(
      `update recurring_expense_periods set state = 'skipped', expense_id = null
       where business_id = $1 and expense_id = any($2::uuid[])`,
      [businessId, ids],
    )
    return rowCount ?? 0
  })
}

export async function deleteExpense(deps: ExpenseDeps, identity: Identity, id: string): Promise<void> {
  if ((await deleteExpenses(deps, identity, [id])) === 0) throw expenseNotFound()
}
