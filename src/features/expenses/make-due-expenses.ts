import { withTenant } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import { makeExpensesAhead } from './make-expenses.ts'
import { recurringStore } from './recurring-queries.ts'

/** Creates all expenses that are due. */
export async function makeDueExpenses(deps: Deps<'database' | 'log' | 'now'>): Promise<void> {
  await recurringStore.processDue(deps, ({ businessId, id }) =>
    withTenant(deps.database, businessId, async (tx) => {
      const now = deps.now()
      const series = await recurringStore.lockDue(tx, id, now)
      // Where clocks change at midnight, the database's local date, `nextOn`, may differ for an hour. It wins.
      if (series) await makeExpensesAhead(tx, series, now, { atLeastTo: series.nextOn })
    }),
  )
}
