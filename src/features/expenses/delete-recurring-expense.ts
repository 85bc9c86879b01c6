import { withTenant } from '../../platform/db/transaction.ts'
import type { Identity } from '../../platform/http/api.ts'
import { deleteUpcoming } from './delete-upcoming.ts'
import type { ExpenseDeps } from './expense-deps.ts'
import { changeRecurring, lockRecurring } from './recurring-queries.ts'

/** Ends a recurring expense for good. The row stays, because its expenses refer to it. */
export async function deleteRecurringExpense(
  deps: ExpenseDeps,
  { businessId }: Identity,
  id: string,
): Promise<void> {
  const now = deps.now()
  await withTenant(deps.database, businessId, async (tx) => {
    const current = await lockRecurring(tx, id)
    await deleteUpcoming(tx, current, now)
    await changeRecurring(tx, current, { endedAt: now, updatedAt: now })
  })
}
