import { and, eq } from 'drizzle-orm'
import { expenses } from '../../platform/db/tables/expenses.ts'
import { payouts } from '../../platform/db/tables/payouts.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import { filedUnder, readCategoryNames } from '../categories/category-names.ts'
import { countEntries } from './queries.ts'
import { feeNotes } from './rules.ts'

type PayoutRow = typeof payouts.$inferSelect

const feeCategory = 'Other'

const isPayout = ({ businessId, id }: Pick<PayoutRow, 'businessId' | 'id'>) =>
  and(eq(payouts.businessId, businessId), eq(payouts.id, id))

export interface PayoutLink {
  businessId: string
  payoutId: string
  transactionId: string
}

/**
 * Links a payout with its bank transaction and records its fees as one expense. `requestId` keeps it one: an expense that
 * the owner changed stays after an undo, and is used again.
 */
export async function linkPayout(
  tx: Transaction,
  { now }: Deps<'now'>,
  { businessId, payoutId, transactionId }: PayoutLink,
  { userId, requestId }: { userId: string | null; requestId: string },
): Promise<void> {
  const { db } = tx
  const [payout] = await db
    .update(payouts)
    .set({ transactionId })
    .where(isPayout({ businessId, id: payoutId }))
    .returning()
  if (!payout) throw new Error('the payout is gone')
  if (payout.feeExpenseId !== null) {
    const isExpense = and(eq(expenses.businessId, businessId), eq(expenses.id, payout.feeExpenseId))
    await db.update(expenses).set({ transactionId }).where(isExpense)
    return
  }
  if (payout.feeMinor <= 0) return
  const at = now()
  const [expense] = await db
    .insert(expenses)
    .values({
      businessId,
      createdBy: userId ?? (await ownerOf(tx, businessId)),
      requestId,
      currency: payout.currency,
      amountMinor: payout.feeMinor,
      category: filedUnder(await readCategoryNames(tx, businessId, 'expense'), feeCategory),
      date: payout.arrivesOn,
      notes: feeNotes({ ...payout, ...(await countEntries(tx, businessId, payoutId)) }),
      // It is part of that transaction, so it belongs to no other.
      transactionId,
      createdAt: at,
      updatedAt: at,
    })
    .onConflictDoNothing()
    .returning({ id: expenses.id })
  if (expense) await db.update(payouts).set({ feeExpenseId: expense.id }).where(isPayout(payout))
}

async function ownerOf({ client }: Transaction, businessId: string): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `select user_id as id from members where business_id = $1 and role = 'owner' order by created_at limit 1`,
    [businessId],
  )
  if (!rows[0]) throw new Error('the business has no owner')
  return rows[0].id
}

/** Takes a link back. An expense that the owner has changed stays, and the page of the payout says so. */
export async function unlinkPayout(
  { db }: Transaction,
  { businessId, payoutId, transactionId }: PayoutLink,
): Promise<void> {
  const isLinked = and(isPayout({ businessId, id: payoutId }), eq(payouts.transactionId, transactionId))
  const [payout] = await db.update(payouts).set({ transactionId: null }).where(isLinked).returning()
  if (!payout?.feeExpenseId) return
  const isExpense = and(eq(expenses.businessId, businessId), eq(expenses.id, payout.feeExpenseId))
  const { rowCount } = await db.delete(expenses).where(and(isExpense, eq(expenses.version, 1)))
  if (!rowCount) await db.update(expenses).set({ transactionId: null }).where(isExpense)
}

/** The fees can become known after the payout was matched. An expense that the owner has changed stays as it is. */
export async function correctFeeExpense(
  { db }: Transaction,
  { now }: Deps<'now'>,
  payout: PayoutRow,
): Promise<void> {
  const { businessId, feeExpenseId, feeMinor } = payout
  if (feeExpenseId === null || feeMinor <= 0) return
  await db
    .update(expenses)
    .set({ amountMinor: feeMinor, updatedAt: now() })
    .where(and(eq(expenses.businessId, businessId), eq(expenses.id, feeExpenseId), eq(expenses.version, 1)))
}
