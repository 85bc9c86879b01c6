import { expenses, recurringExpenses } from '../../platform/db/tables/expenses.ts'
import { type Transaction, withTenant } from '../../platform/db/transaction.ts'
import { isUniqueViolation } from '../../platform/db/violations.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Identity } from '../../platform/http/api.ts'
import { addDays, dateIn } from '../../shared/dates.ts'
import type { BodyOf } from '../../shared/endpoint.ts'
import { fieldError } from '../../shared/errors.ts'
import { attachFiles } from '../attachments/set-attachments.ts'
import { chosenExpenseCategory } from '../categories/category-names.ts'
import { holdClient } from '../clients/client-rows.ts'
import { assertOpen, holdClosedThrough } from '../periods/assert-open-period.ts'
import { type Plan, planProblems } from '../schedules/rules.ts'
import { endColumns, periodOf } from '../schedules/schedule-columns.ts'
import { assertNoProblems } from '../schedules/schedule-store.ts'
import type * as contract from './contract.ts'
import { makeExpensesAhead } from './make-expenses.ts'
import {
  type ExpenseRow,
  assertAmountFits,
  assertWithinLimit,
  expenseColumns,
  findExpenseByRequest,
  toExpense,
} from './queries.ts'
import { recurringColumns, recurringStore } from './recurring-queries.ts'
import { maxDaysBack } from './rules.ts'

type Owner = Pick<Identity, 'businessId' | 'userId'> & { business: Pick<Identity['business'], 'currency'> }
type NewExpense = BodyOf<typeof contract.createExpense>

/** Records an expense, or a recurring one with its first expenses. A repeated request returns the same expense. */
export async function createExpense(
  deps: Deps<'database' | 'now' | 'matchReceipts' | 'matchTransactions'>,
  identity: Owner,
  input: NewExpense,
): Promise<contract.Expense> {
  const { businessId } = identity
  assertWithinLimit({ minor: input.amountMinor, currency: input.currency ?? identity.business.currency })
  const find = (tx: Transaction) => findExpenseByRequest(tx, businessId, input.requestId)
  const row = await withTenant(deps.database, businessId, async (tx) => {
    // Sent together, in this order.
    const [closedThrough, , found] = await Promise.all([
      holdClosedThrough(tx, businessId),
      input.repeat && lockRecurring(tx, businessId),
      find(tx),
    ])
    if (found) return found
    const added = await insertExpense(tx, deps, identity, { ...input, closedThrough })
    if (added && !input.repeat) {
      await attachFiles(tx, businessId, { kind: 'expense', id: added.id }, input.attachments ?? [])
    }
    await deps.matchReceipts(tx, businessId)
    await deps.matchTransactions(tx, businessId)
    return added
  }).catch((error: unknown) => {
    // The same request arrived twice at once. The other transaction won, and this one was rolled back.
    if (!isUniqueViolation(error, 'expenses_request')) throw error
    return withTenant(deps.database, businessId, find)
  })
  if (!row) throw new Error('the expense of a repeated request is not there')
  return toExpense(row)
}

/** Adds an expense in the caller's transaction, which holds the closed period and has checked that the request is new. */
export async function insertExpense(
  tx: Transaction,
  deps: Deps<'now'>,
  { businessId, userId: createdBy, business }: Owner,
  { closedThrough, ...input }: NewExpense & { closedThrough: string | null },
): Promise<ExpenseRow | undefined> {
  assertOpen(closedThrough, [input.date])
  const {
    currency = business.currency,
    amountMinor,
    date,
    notes,
    vendor = '',
    taxes = [],
    mileage = null,
    repeat,
    requestId,
  } = input
  const { clientId = null } = input
  assertAmountFits({ currency, amountMinor, taxes, mileage })
  const category = await chosenExpenseCategory(tx, businessId, input.category)
  const now = deps.now()
  const entry = {
    businessId,
    createdBy,
    currency,
    amountMinor,
    category,
    notes,
    vendor,
    taxes,
    createdAt: now,
    updatedAt: now,
  }
  if (repeat) {
    const message = 'A recurring expense can’t be billed to a client. Choose the client on each expense.'
    if (clientId !== null) throw fieldError('clientId', message)
    if (mileage !== null)
      throw fieldError('mileage', 'A recurring expense can’t have mileage. Enter its amount.')
    await insertRecurring(tx, entry, { ...repeat, startDate: date }, requestId)
    return findExpenseByRequest(tx, businessId, requestId)
  }
  if (clientId !== null) await holdClient(tx, businessId, clientId)
  const [row] = await tx.db
    .insert(expenses)
    .values({ ...entry, mileage, clientId, date, requestId })
    .returning(expenseColumns)
  return row
}

/** Creates a recurring expense with all expenses from its start up to the planning horizon. */
async function insertRecurring(
  tx: Transaction,
  entry: Omit<typeof recurringExpenses.$inferInsert, keyof Plan | 'endDate' | 'endCount'>,
  plan: Plan,
  requestId: string,
): Promise<void> {
  const now = entry.createdAt
  const { frequency, startDate, end } = plan
  await recurringStore.assertRoom(tx, entry.businessId)
  const [series] = await tx.db
    .insert(recurringExpenses)
    .values({ ...entry, frequency, startDate, ...endColumns(end), ...periodOf(plan, 0) })
    .returning(recurringColumns)
  if (!series) throw new Error('no row came back for the new recurring expense')
  assertPlanned(plan, dateIn(series.timeZone, now))
  // The first expense is always created, even beyond the horizon, because the owner entered it.
  await makeExpensesAhead(tx, series, now, { atLeastTo: startDate, requestId })
}

function assertPlanned(plan: Plan, today: string): void {
  const problems = Object.entries(planProblems(plan, null))
  assertNoProblems({
    ...(plan.startDate < addDays(today, -maxDaysBack) && {
      date: 'A recurring expense can start at most a year ago.',
    }),
    ...Object.fromEntries(problems.map(([name, message]) => [`repeat.${name}`, message])),
  })
}

/** Serializes new recurring expenses of a business, so that each request counts the ones before it. */
async function lockRecurring({ client }: Transaction, businessId: string): Promise<void> {
  await client.query(`select pg_advisory_xact_lock(hashtextextended('recurring-expenses:' || $1, 0))`, [
    businessId,
  ])
}
