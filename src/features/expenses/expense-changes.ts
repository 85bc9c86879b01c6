import { and, eq } from 'drizzle-orm'
import { isDeepStrictEqual } from 'node:util'
import { expenses } from '../../platform/db/tables/expenses.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Identity } from '../../platform/http/api.ts'
import { assertVersion } from '../../shared/assert-version.ts'
import type { BodyOf } from '../../shared/endpoint.ts'
import { fieldError } from '../../shared/errors.ts'
import { pick } from '../../shared/pick.ts'
import { chosenExpenseCategory } from '../categories/category-names.ts'
import { holdClient } from '../clients/client-rows.ts'
import { assertOpen, holdClosedThrough } from '../periods/assert-open-period.ts'
import type * as contract from './contract.ts'
import {
  assertAmountFits,
  assertWithinLimit,
  expenseColumns,
  expenseNotFound,
  orExpenseNotFound,
  toExpense,
} from './queries.ts'

/** Changes an expense. The new version number protects it from later changes of its recurring expense. */
export async function updateExpense(
  deps: Deps<'database' | 'now'>,
  { businessId }: Identity,
  id: string,
  input: BodyOf<typeof contract.updateExpense>,
): Promise<contract.Expense> {
  const row = await withTenant(deps.database, businessId, async (tx) => {
    const [closedThrough, found] = await Promise.all([
      holdClosedThrough(tx, businessId),
      tx.db.select(expenseColumns).from(expenses).where(eq(expenses.id, id)).for('update', { of: expenses }),
    ])
    const { version, ...stored } = orExpenseNotFound(found)
    assertVersion('expense', version, input.version)
    const { currency = stored.currency, amountMinor, date, notes, vendor = stored.vendor } = input
    const { taxes = stored.taxes, mileage = stored.mileage, clientId = stored.clientId } = input
    assertWithinLimit({ minor: amountMinor, currency })
    assertAmountFits({ currency, amountMinor, taxes, mileage })
    // An archived category stays with what has it.
    const category =
      input.category === stored.category
        ? stored.category
        : await chosenExpenseCategory(tx, businessId, input.category)
    if (areFiguresChanged(stored, { currency, amountMinor, category, date, taxes, mileage }))
      assertOpen(closedThrough, [stored.date, date])
    if (clientId !== stored.clientId) {
      if (stored.billedInvoiceId !== null) {
        const message = `Invoice ${stored.billedNumber ?? ''} bills this expense, so its client can’t be changed.`
        throw fieldError('clientId', message)
      }
      if (clientId !== null) await holdClient(tx, businessId, clientId)
    }
    const changed = await tx.db
      .update(expenses)
      .set({
        currency,
        amountMinor,
        category,
        date,
        notes,
        vendor,
        taxes,
        mileage,
        clientId,
        version: version + 1,
        updatedAt: deps.now(),
      })
      .where(and(eq(expenses.businessId, businessId), eq(expenses.id, id)))
      .returning(expenseColumns)
    return orExpenseNotFound(changed)
  })
  return toExpense(row)
}

const figureColumns = ['currency', 'amountMinor', 'category', 'date', 'taxes', 'mileage'] as const
type FigureColumns = Pick<typeof expenses.$inferSelect, (typeof figureColumns)[number]>

/** Whether a change moves what the expense adds to which figure, on which day. */
function areFiguresChanged(before: FigureColumns, after: FigureColumns): boolean {
  return !isDeepStrictEqual(pick(before, figureColumns), pick(after, figureColumns))
}

/** Deletes expenses and returns how many. Their periods become skipped, so that they are not created again. */
export async function deleteExpenses(
  { database }: Deps<'database'>,
  { businessId }: Identity,
  ids: readonly string[],
): Promise<number> {
  return withTenant(database, businessId, async (tx) => {
    const { client } = tx
    const [closedThrough, { rows: deleted }] = await Promise.all([
      holdClosedThrough(tx, businessId),
      // A fixed lock order prevents a deadlock between two requests that delete the same expenses.
      client.query<{ date: string }>(
        `with present as (
           select id from expenses where business_id = $1 and id = any($2::uuid[]) order by id for update)
         delete from expenses e using present p where e.business_id = $1 and e.id = p.id
         returning e.date::text as date`,
        [businessId, ids],
      ),
    ])
    // The error rolls back the deletion.
    assertOpen(
      closedThrough,
      deleted.map(({ date }) => date),
    )
    await client.query(
      `update recurring_expense_periods set state = 'skipped', expense_id = null
       where business_id = $1 and expense_id = any($2::uuid[])`,
      [businessId, ids],
    )
    return deleted.length
  })
}

export async function deleteExpense(deps: Deps<'database'>, identity: Identity, id: string): Promise<void> {
  if ((await deleteExpenses(deps, identity, [id])) === 0) throw expenseNotFound()
}
