import { and, eq, inArray } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { receipts } from '../../../platform/db/tables/receipts.ts'
import { type Transaction, withTenant } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { Identity } from '../../../platform/http/api.ts'
import { maxMinorOf } from '../../../shared/currencies.ts'
import type { BodyOf, ResponseOf } from '../../../shared/endpoint.ts'
import { type CategoryNames, filedUnder, readCategoryNames } from '../../categories/category-names.ts'
import { maxVendorLength } from '../../expenses/contract.ts'
import { holdClosedThrough } from '../../periods/assert-open-period.ts'
import type * as contract from '../contract.ts'
import { type ReceiptRow, assertPlanHasReceipts } from '../queries.ts'
import { suggestCategories } from '../suggest-categories.ts'
import { changeReceipt, fileUnder, holdTarget } from './attach-receipt.ts'
import { addExpenseOf } from './create-expense-of-receipt.ts'

type Confirmed = ResponseOf<typeof contract.confirmReceipts>

/** Files each receipt under what it probably belongs to, or under a new expense, all in one transaction. */
export function confirmReceipts(
  deps: Deps<'database' | 'now'>,
  identity: Identity,
  { ids }: BodyOf<typeof contract.confirmReceipts>,
): Promise<Confirmed> {
  const { businessId } = identity
  return withTenant(deps.database, businessId, async (tx) => {
    const [closedThrough] = await Promise.all([holdClosedThrough(tx, businessId), assertPlanHasReceipts(tx)])
    const confirmed: Confirmed = { attached: 0, created: 0, skipped: [] }
    const rows = await lockPresent(tx, businessId, ids)
    const categories = await suggestCategories(
      tx,
      businessId,
      rows.flatMap(({ merchant }) => merchant ?? []),
    )
    const names = await readCategoryNames(tx, businessId, 'expense')
    for (const row of rows) {
      if (await attach(tx, deps, row)) confirmed.attached += 1
      else {
        const input = expenseOf(row, { categories, names, closedThrough })
        if (input) {
          await addExpenseOf(tx, deps, identity, row, { ...input, closedThrough })
          confirmed.created += 1
        } else confirmed.skipped.push(row.id)
      }
    }
    return confirmed
  })
}

/** In a fixed order, so that two requests for the same receipts do not deadlock. */
function lockPresent({ db }: Transaction, businessId: string, ids: readonly string[]): Promise<ReceiptRow[]> {
  return db
    .select()
    .from(receipts)
    .where(and(eq(receipts.businessId, businessId), inArray(receipts.id, [...ids])))
    .orderBy(receipts.id)
    .for('update')
}

/** False if there is nothing yet that the receipt belongs to. */
async function attach(tx: Transaction, { now }: Deps<'now'>, row: ReceiptRow): Promise<boolean> {
  const confirmed = { checkedAt: row.checkedAt ?? now(), updatedAt: now() }
  if (row.expenseId !== null || row.transactionId !== null) {
    await changeReceipt(tx, row, { ...confirmed, filedBy: 'owner' })
    return true
  }
  const { suggestion } = row
  // What may be the same receipt as another one is not filed without a look.
  if (!suggestion || row.duplicateOf !== null) return false
  if (!(await holdTarget(tx, row.businessId, suggestion))) return false
  await fileUnder(tx, row, suggestion, confirmed)
  return true
}

interface Filing {
  /** By merchant. */
  categories: Map<string, string>
  names: CategoryNames
  closedThrough: string | null
}

function expenseOf(row: ReceiptRow, { categories, names, closedThrough }: Filing) {
  const { merchant, date, currency, totalMinor } = row
  if (row.state !== 'read' || row.duplicateOf !== null) return null
  if (merchant === null || date === null || currency === null || totalMinor === null) return null
  if (totalMinor > maxMinorOf(currency)) return null
  if (closedThrough !== null && date <= closedThrough) return null
  const suggested = categories.get(merchant)
  const category = filedUnder(names, suggested ?? 'Other')
  const vendor = merchant.slice(0, maxVendorLength)
  return { requestId: randomUUID(), currency, amountMinor: totalMinor, date, category, vendor, notes: '' }
}
