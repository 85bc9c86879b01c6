import { withTenant } from '../../platform/db/transaction.ts'
import type { Identity } from '../../platform/http/api.ts'
import { addDays, dateIn } from '../../shared/dates.ts'
import type { BodyOf } from '../../shared/endpoint.ts'
import { AppError } from '../../shared/errors.ts'
import { planProblems } from '../schedules/rules.ts'
import { endColumns } from '../schedules/schedule-columns.ts'
import type * as contract from './contract.ts'
import { deleteUpcoming, nextAfterToday } from './delete-upcoming.ts'
import type { ExpenseDeps } from './expense-deps.ts'
import { makeExpenses } from './make-expenses.ts'
import { changeRecurring, lockRecurring } from './recurring-queries.ts'
import { readRecurring } from './recurring-view.ts'
import { daysAhead } from './rules.ts'

/**
 * Changes a recurring expense from tomorrow on. Upcoming expenses are created again, except those that the
 * owner changed.
 */
export async function updateRecurringExpense(
  deps: ExpenseDeps,
  { businessId }: Identity,
  id: string,
  input: BodyOf<typeof contract.updateRecurringExpense>,
): Promise<contract.RecurringExpense> {
  const now = deps.now()
  return withTenant(deps.database, businessId, async (tx) => {
    const current = await lockRecurring(tx, id)
    if (current.version !== input.version) {
      throw new AppError(
        'CHANGED_ELSEWHERE',
        'This recurring expense has been changed elsewhere in the meantime. Reload it to see the latest version.',
      )
    }
    const { amountCents, category, notes, end } = input
    const plan = { frequency: current.frequency, startDate: current.startDate, end }
    const fields = planProblems(plan, null)
    const [problem] = Object.values(fields)
    if (problem !== undefined) throw new AppError('VALIDATION_FAILED', problem, { fields })

    const lastDay = await deleteUpcoming(tx, current, now)
    const changed = await changeRecurring(tx, current, {
      amountCents,
      category,
      notes,
      ...endColumns(end),
      ...(await nextAfterToday(tx, current, plan, now)),
      version: current.version + 1,
      updatedAt: now,
    })
    const today = dateIn(current.timeZone, now)
    const ahead = addDays(today, daysAhead)
    // As far as before: the first expense may have been created beyond the horizon.
    const through = lastDay !== undefined && lastDay > ahead ? lastDay : ahead
    if (!changed.pausedAt) await makeExpenses(tx, changed, through, now)
    return readRecurring(tx, id, today)
  })
}
