import { withTenant } from '../../platform/db/transaction.ts'
import type { Identity } from '../../platform/http/api.ts'
import type { ExpenseDeps } from './expense-deps.ts'
import { expenseNotFound } from './queries.ts'

/** Several for good, and says how many there were. The series of one that is gone does not make it again. */
export async function deleteExpenses(
  { database }: ExpenseDeps,
  { businessId }: Identity,
  ids: readonly string[],
): Promise<number> {
  return withTenant(database, businessId, async ({ client }) => {
    // Locked in one order, so that two who delete the same ones wait for each other instead of for ever.
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
