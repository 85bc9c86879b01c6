import { withTenant } from '../../platform/db/transaction.ts'
import type { Identity } from '../../platform/http/api.ts'
import { addDays, dateIn } from '../../shared/dates.ts'
import { planOf } from '../schedules/schedule-columns.ts'
import type { RecurringExpense } from './contract.ts'
import { deleteUpcoming, nextAfterToday, nextFrom } from './delete-upcoming.ts'
import type { ExpenseDeps } from './expense-deps.ts'
import { makeExpenses } from './make-expenses.ts'
import { changeRecurring, lockRecurring } from './recurring-queries.ts'
import { readRecurring } from './recurring-view.ts'
import { daysAhead } from './rules.ts'

/** Pauses a recurring expense and deletes its upcoming expenses. One that is over does not change. */
export async function pauseRecurringExpense(
  deps: ExpenseDeps,
  { businessId }: Identity,
  id: string,
): Promise<RecurringExpense> {
  const now = deps.now()
  return withTenant(deps.database, businessId, async (tx) => {
    const current = await lockRecurring(tx, id)
    const today = dateIn(current.timeZone, now)
    const before = await readRecurring(tx, id, today)
    if (before.state !== 'running') return before
    await deleteUpcoming(tx, current, now)
    const next = await nextAfterToday(tx, current, planOf(current), now)
    await changeRecurring(tx, current, { ...next, pausedAt: now, updatedAt: now })
    return readRecurring(tx, id, today)
  })
}

/** Resumes a recurring expense from today on. Periods that fell into the pause are not made up for. */
export async function resumeRecurringExpense(
  deps: ExpenseDeps,
  { businessId }: Identity,
  id: string,
): Promise<RecurringExpense> {
  const now = deps.now()
  return withTenant(deps.database, businessId, async (tx) => {
    const current = await lockRecurring(tx, id)
    const today = dateIn(current.timeZone, now)
    if (current.pausedAt) {
      const next = await nextFrom(tx, current, planOf(current), today)
      const running = await changeRecurring(tx, current, { ...next, pausedAt: null, updatedAt: now })
      await makeExpenses(tx, running, addDays(today, daysAhead), now)
    }
    return readRecurring(tx, id, today)
  })
}
