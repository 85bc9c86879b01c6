import { and, eq } from 'drizzle-orm'
import type { PayoutEntryFacts, PayoutFacts } from '../../platform/cards/card-provider.ts'
import { payoutEntries, payouts } from '../../platform/db/tables/payouts.ts'
import { type Transaction, withTenant } from '../../platform/db/transaction.ts'
import type { AccountOf } from '../payments/accounts/payment-accounts.ts'
import { correctFeeExpense } from './fee-expense.ts'
import type { PayoutDeps } from './payout-deps.ts'
import { sumEntries } from './rules.ts'

const batchSize = 1000
const maxTextLength = 500

/** Stores a payout with what it consists of, instead of what was known about it. */
export async function storePayout(
  deps: PayoutDeps,
  { businessId, ...account }: AccountOf & { isTest: boolean },
  payout: PayoutFacts,
  entries: readonly PayoutEntryFacts[],
): Promise<void> {
  const { providerPayoutId, ...facts } = payout
  const columns = { ...account, ...facts, ...sumEntries(entries), updatedAt: deps.now() }
  await withTenant(deps.database, businessId, async (tx) => {
    const [row] = await tx.db
      .insert(payouts)
      .values({ businessId, providerPayoutId, ...columns })
      .onConflictDoUpdate({
        target: [payouts.businessId, payouts.provider, payouts.providerPayoutId],
        set: columns,
      })
      .returning()
    if (!row) throw new Error('no row came back for the payout')
    await replaceEntries(tx, { businessId, payoutId: row.id }, entries)
    await correctFeeExpense(tx, deps, row)
    await deps.matchTransactions(tx, businessId)
  })
}

async function replaceEntries(
  { db }: Transaction,
  key: { businessId: string; payoutId: string },
  entries: readonly PayoutEntryFacts[],
): Promise<void> {
  const { businessId, payoutId } = key
  await db
    .delete(payoutEntries)
    .where(and(eq(payoutEntries.businessId, businessId), eq(payoutEntries.payoutId, payoutId)))
  const rows = entries.map(({ paymentId, refundId, description, ...entry }, position) => ({
    ...key,
    ...entry,
    position,
    providerPaymentId: paymentId,
    providerRefundId: refundId,
    // Postgres text cannot contain a null character.
    description: description.replaceAll('\0', '').slice(0, maxTextLength),
  }))
  for (let start = 0; start < rows.length; start += batchSize) {
    await db.insert(payoutEntries).values(rows.slice(start, start + batchSize))
  }
}
