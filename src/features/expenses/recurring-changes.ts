import { type Transaction, withTenant } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Identity } from '../../platform/http/api.ts'
import { assertVersion } from '../../shared/assert-version.ts'
import { addDays, dateIn } from '../../shared/dates.ts'
import type { BodyOf } from '../../shared/endpoint.ts'
import { chosenExpenseCategory } from '../categories/category-names.ts'
import { holdClosedThrough } from '../periods/assert-open-period.ts'
import { type Plan, firstPeriodFrom, planProblems } from '../schedules/rules.ts'
import { endColumns, periodOf, planOf } from '../schedules/schedule-columns.ts'
import { assertNoProblems } from '../schedules/schedule-store.ts'
import type { RecurringExpense, updateRecurringExpense as updateContract } from './contract.ts'
import { makeExpenses, makeExpensesAhead } from './make-expenses.ts'
import { assertAmountFits, assertWithinLimit } from './queries.ts'
import { type RecurringRow, recurringStore } from './recurring-queries.ts'
import { readRecurring } from './recurring-view.ts'

interface Moment {
  now: Date
  /** The date in the business's time zone. */
  today: string
}

/** Runs the change under the lock on the recurring expense. */
function changeRecurring<Result>(
  deps: Deps<'database' | 'now'>,
  { businessId }: Identity,
  id: string,
  change: (tx: Transaction, current: RecurringRow, moment: Moment) => Promise<Result>,
): Promise<Result> {
  const now = deps.now()
  return withTenant(deps.database, businessId, async (tx) => {
    // A category that is renamed at this moment waits for this change, or this change for it.
    await holdClosedThrough(tx, businessId)
    const current = await recurringStore.lock(tx, id)
    return change(tx, current, { now, today: dateIn(current.timeZone, now) })
  })
}

/** Pauses a recurring expense and deletes its upcoming expenses. One that is over does not change. */
export function pauseRecurringExpense(
  deps: Deps<'database' | 'now'>,
  identity: Identity,
  id: string,
): Promise<RecurringExpense> {
  return changeRecurring(deps, identity, id, async (tx, current, { now, today }) => {
    const before = await readRecurring(tx, id, today)
    if (before.state !== 'running') return before
    await deleteUpcoming(tx, current, { now, today })
    const next = await nextFrom(tx, current, planOf(current), addDays(today, 1))
    await recurringStore.change(tx, current, { ...next, pausedAt: now, updatedAt: now })
    return readRecurring(tx, id, today)
  })
}

/** Resumes a recurring expense from today on. Periods that fell into the pause are not made up for. */
export function resumeRecurringExpense(
  deps: Deps<'database' | 'now'>,
  identity: Identity,
  id: string,
): Promise<RecurringExpense> {
  return changeRecurring(deps, identity, id, async (tx, current, { now, today }) => {
    if (current.pausedAt) {
      const next = await nextFrom(tx, current, planOf(current), today)
      const running = await recurringStore.change(tx, current, { ...next, pausedAt: null, updatedAt: now })
      await makeExpensesAhead(tx, running, now)
    }
    return readRecurring(tx, id, today)
  })
}

/** Lets recurring expenses of an archive go on from today. What fell between the archive and today is not made up for. */
export async function continueFromToday(tx: Transaction, today: string): Promise<void> {
  const { rows } = await tx.client.query<{ id: string }>(
    'select id from recurring_expenses where ended_at is null and next_on < $1',
    [today],
  )
  for (const { id } of rows) {
    const row = await recurringStore.lock(tx, id)
    const next = await nextFrom(tx, row, planOf(row), today)
    await recurringStore.change(tx, row, { ...next, updatedAt: row.updatedAt })
  }
}

/** Changes a recurring expense from tomorrow on. Upcoming expenses are created again, unless the owner changed them. */
export function updateRecurringExpense(
  deps: Deps<'database' | 'now'>,
  identity: Identity,
  id: string,
  input: BodyOf<typeof updateContract>,
): Promise<RecurringExpense> {
  return changeRecurring(deps, identity, id, async (tx, current, { now, today }) => {
    assertVersion('recurring expense', current.version, input.version)
    const { currency = current.currency, amountMinor, notes, end } = input
    const { vendor = current.vendor, taxes = current.taxes } = input
    assertWithinLimit({ minor: amountMinor, currency })
    assertAmountFits({ currency, amountMinor, taxes, mileage: null })
    const plan = { ...planOf(current), end }
    assertNoProblems(planProblems(plan, null))
    const category =
      input.category === current.category
        ? current.category
        : await chosenExpenseCategory(tx, identity.businessId, input.category)

    const lastDay = await deleteUpcoming(tx, current, { now, today })
    const changed = await recurringStore.change(tx, current, {
      currency,
      amountMinor,
      category,
      notes,
      vendor,
      taxes,
      ...endColumns(end),
      ...(await nextFrom(tx, current, plan, addDays(today, 1))),
      version: current.version + 1,
      updatedAt: now,
    })
    // As far as before: the first expense may have been created beyond the horizon.
    if (!changed.pausedAt) await makeExpensesAhead(tx, changed, now, { atLeastTo: lastDay })
    return readRecurring(tx, id, today)
  })
}

/** Ends a recurring expense for good. The row stays, because its expenses refer to it. */
export function deleteRecurringExpense(
  deps: Deps<'database' | 'now'>,
  identity: Identity,
  id: string,
): Promise<void> {
  return changeRecurring(deps, identity, id, async (tx, current, { now, today }) => {
    await deleteUpcoming(tx, current, { now, today })
    await recurringStore.change(tx, current, { endedAt: now, updatedAt: now })
  })
}

/**
 * Deletes expenses after today, except those that the owner changed, and returns the latest deleted date. Those
 * still due up to today are created first, with the current settings.
 */
async function deleteUpcoming(
  tx: Transaction,
  series: RecurringRow,
  { now, today }: Moment,
): Promise<string | undefined> {
  if (!series.pausedAt) await makeExpenses(tx, series, today, now)
  // The same lock order as when expenses are deleted, to prevent a deadlock.
  const { rows } = await tx.client.query<{ onDate: string }>(
    `with untouched as (
       select e.id from recurring_expense_periods p
       join expenses e on e.business_id = p.business_id and e.id = p.expense_id
       where p.business_id = $1 and p.series_id = $2 and p.on_date > $3::date and e.version = 1
       order by e.id for update of e),
     gone as (delete from expenses e using untouched u where e.business_id = $1 and e.id = u.id returning e.id)
     delete from recurring_expense_periods p using gone
     where p.business_id = $1 and p.expense_id = gone.id returning p.on_date::text as "onDate"`,
    [series.businessId, series.id, today],
  )
  return rows
    .map(({ onDate }) => onDate)
    .toSorted()
    .at(-1)
}

/** Returns the columns of the first unsettled period from this date on. */
async function nextFrom(tx: Transaction, series: RecurringRow, plan: Plan, day: string) {
  let period = firstPeriodFrom(plan.frequency, plan.startDate, day)
  const settled = await recurringStore.listSettled(tx, series, period)
  while (settled.has(period)) period++
  return periodOf(plan, period)
}
