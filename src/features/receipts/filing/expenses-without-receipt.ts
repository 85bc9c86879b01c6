import { inArray } from 'drizzle-orm'
import { type PageRequest, afterCursor, readDatePage, rowsToRead } from '../../../platform/db/date-pages.ts'
import { expenses } from '../../../platform/db/tables/expenses.ts'
import { withTenant } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { Identity } from '../../../platform/http/api.ts'
import { dateIn } from '../../../shared/dates.ts'
import type { QueryOf, ResponseOf } from '../../../shared/endpoint.ts'
import { expenseColumns, toExpense } from '../../expenses/queries.ts'
import type * as contract from '../contract.ts'
import { findSettings } from '../receipt-settings.ts'

/**
 * Expenses `e` of business $1 up to day $3 that are worth at least $2 in the home currency. One without a rate counts with
 * its own amount. If $2 is null, no expense fits.
 */
export const isMissingReceipt = `e.business_id = $1 and e.date <= $3::date
  and coalesce(e.home_minor, e.amount_minor) >= $2::bigint
  and not exists (select from receipts r where r.business_id = $1 and r.expense_id = e.id)`

const key = ['e.date', 'e.id'] as const

export async function listExpensesWithoutReceipt(
  { database, now }: Deps<'database' | 'now'>,
  { businessId, business }: Identity,
  query: QueryOf<typeof contract.listExpensesWithoutReceipt>,
): Promise<ResponseOf<typeof contract.listExpensesWithoutReceipt>> {
  return withTenant(database, businessId, async (tx) => {
    const { missingFromMinor } = await findSettings(tx, businessId)
    const read = async (request: PageRequest) => {
      const values: unknown[] = [businessId, missingFromMinor, dateIn(business.timeZone, now())]
      const cursor = afterCursor(request, key, (value) => `$${values.push(value)}`)
      const { rows } = await tx.client.query<{ id: string; date: string }>({
        name: `expenses-without-receipt-${request.direction}`,
        text: `select e.id, e.date::text from expenses e where ${[isMissingReceipt, ...cursor].join(' and ')}
          order by e.date desc, e.id desc limit ${rowsToRead}`,
        values,
      })
      return rows
    }
    const { items, next } = await readDatePage(query, read, (item) => item)
    const ids = items.map(({ id }) => id)
    const found = await tx.db.select(expenseColumns).from(expenses).where(inArray(expenses.id, ids))
    const byId = new Map(found.map((row) => [row.id, toExpense(row)]))
    return { expenses: ids.flatMap((id) => byId.get(id) ?? []), next }
  })
}
