import { and, count, eq, isNull } from 'drizzle-orm'
import { expenses, recurringExpenses } from '../../platform/db/tables/expenses.ts'
import { type Transaction, withTenant } from '../../platform/db/transaction.ts'
import { isUniqueViolation } from '../../platform/db/violations.ts'
import type { Identity } from '../../platform/http/api.ts'
import { addDays, dateIn } from '../../shared/dates.ts'
import type { BodyOf } from '../../shared/endpoint.ts'
import { AppError } from '../../shared/errors.ts'
import { planProblems } from '../schedules/rules.ts'
import { endColumns, periodOf } from '../schedules/schedule-columns.ts'
import type * as contract from './contract.ts'
import type { ExpenseDeps } from './expense-deps.ts'
import { makeExpenses } from './make-expenses.ts'
import { type ExpenseRow, findExpenseByRequest, toExpense } from './queries.ts'
import { recurringColumns } from './recurring-queries.ts'
import { daysAhead, maxDaysBack, maxRecurring } from './rules.ts'

type Deps = Pick<ExpenseDeps, 'database' | 'now'>
type Owner = Pick<Identity, 'businessId' | 'userId'>
type NewExpense = BodyOf<typeof contract.createExpense>

/**
 * Records an expense, or a recurring one with its first expenses. Repeating a request returns the expense
 * that it made the first time.
 */
export async function createExpense(
  deps: Deps,
  identity: Owner,
  input: NewExpense,
): Promise<contract.Expense> {
  const { businessId } = identity
  const find = (tx: Transaction) => findExpenseByRequest(tx, businessId, input.requestId)
  const row = await withTenant(deps.database, businessId, async (tx) => {
    if (input.repeat) await lockRecurring(tx, businessId)
    return (await find(tx)) ?? insertExpense(tx, deps, identity, input)
  }).catch((error: unknown) => {
    // The same request arrived twice at once. The other transaction won, and this one was rolled back.
    if (!isUniqueViolation(error, 'expenses_request')) throw error
    return withTenant(deps.database, businessId, find)
  })
  if (!row) throw new Error('the expense of a repeated request is not there')
  return toExpense(row)
}

async function insertExpense(
  tx: Transaction,
  deps: Deps,
  identity: Owner,
  input: NewExpense,
): Promise<ExpenseRow | undefined> {
  if (input.repeat) return insertRecurring(tx, deps, identity, { ...input, repeat: input.repeat })
  const { businessId, userId: createdBy } = identity
  const { amountCents, category, date, notes, requestId } = input
  const now = deps.now()
  const facts = { amountCents, category, date, notes, requestId, createdAt: now, updatedAt: now }
  const [row] = await tx.db
    .insert(expenses)
    .values({ businessId, createdBy, ...facts })
    .returning()
  return row
}

/** Creates a recurring expense with all expenses from its start up to the planning horizon. */
async function insertRecurring(
  tx: Transaction,
  deps: Deps,
  { businessId, userId: createdBy }: Owner,
  {
    repeat: { frequency, end },
    date,
    requestId,
    amountCents,
    category,
    notes,
  }: NewExpense & {
    repeat: contract.Repeat
  },
): Promise<ExpenseRow | undefined> {
  const now = deps.now()
  const plan = { frequency, startDate: date, end }
  await assertRoom(tx, businessId)
  const [series] = await tx.db
    .insert(recurringExpenses)
    .values({
      businessId,
      createdBy,
      amountCents,
      category,
      notes,
      frequency,
      startDate: date,
      ...endColumns(end),
      ...periodOf(plan, 0),
      createdAt: now,
      updatedAt: now,
    })
    .returning(recurringColumns)
  if (!series) throw new Error('no row came back for the new recurring expense')
  const today = dateIn(series.timeZone, now)
  assertPlanned(plan, today)
  const ahead = addDays(today, daysAhead)
  // The first expense is always created, even beyond the horizon, because the owner entered it.
  await makeExpenses(tx, series, date > ahead ? date : ahead, now, requestId)
  return findExpenseByRequest(tx, businessId, requestId)
}

function assertPlanned(plan: Parameters<typeof planProblems>[0], today: string): void {
  const fields: Record<string, string> = {
    ...(plan.startDate < addDays(today, -maxDaysBack) && {
      date: 'A recurring expense can begin at most a year back.',
    }),
    ...Object.fromEntries(
      Object.entries(planProblems(plan, null)).map(([name, message]) => [`repeat.${name}`, message]),
    ),
  }
  const [message] = Object.values(fields)
  if (message !== undefined) throw new AppError('VALIDATION_FAILED', message, { fields })
}

/** Serializes new recurring expenses of a business, so that each request counts the ones before it. */
async function lockRecurring({ client }: Transaction, businessId: string): Promise<void> {
  await client.query(`select pg_advisory_xact_lock(hashtextextended('recurring-expenses:' || $1, 0))`, [
    businessId,
  ])
}

async function assertRoom({ db }: Transaction, businessId: string): Promise<void> {
  const [row] = await db
    .select({ present: count() })
    .from(recurringExpenses)
    .where(and(eq(recurringExpenses.businessId, businessId), isNull(recurringExpenses.endedAt)))
  if ((row?.present ?? 0) < maxRecurring) return
  throw new AppError(
    'VALIDATION_FAILED',
    `You have ${maxRecurring} recurring expenses, which is the most there can be. Delete one that you no longer need.`,
  )
}
