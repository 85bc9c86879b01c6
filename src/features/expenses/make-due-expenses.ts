import { eq } from 'drizzle-orm'
import { recurringExpenses } from '../../platform/db/tables/expenses.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import { type DueRef, processDueRows } from '../../platform/jobs/process-due-rows.ts'
import { addDays, dateIn } from '../../shared/dates.ts'
import type { ExpenseDeps } from './expense-deps.ts'
import { makeExpenses } from './make-expenses.ts'
import { recurringColumns } from './recurring-queries.ts'
import { daysAhead } from './rules.ts'

/**
 * Creates all expenses that are due. Several processes may run it at once: each locks the series it works on.
 */
export async function makeDueExpenses(deps: ExpenseDeps): Promise<void> {
  await processDueRows(deps, {
    table: 'recurring_expenses',
    work: (series) => makeAhead(deps, series),
    failed: 'a recurring expense could not be made',
  })
}

async function makeAhead(deps: ExpenseDeps, { businessId, id }: DueRef): Promise<void> {
  await withTenant(deps.database, businessId, async (tx) => {
    const now = deps.now()
    // Read with the lock: another process may have just created what was due.
    const [series] = await tx.db
      .select(recurringColumns)
      .from(recurringExpenses)
      .where(eq(recurringExpenses.id, id))
      .for('update')
    if (!series?.nextRunAt || series.nextOn === null || series.nextRunAt > now) return
    const ahead = addDays(dateIn(series.timeZone, now), daysAhead)
    // Where clocks change at midnight, the database may compute another local date for an hour. Its `nextOn`
    // wins.
    await makeExpenses(tx, series, series.nextOn > ahead ? series.nextOn : ahead, now)
  })
}
