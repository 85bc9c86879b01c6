import { and, eq } from 'drizzle-orm'
import { receipts } from '../../platform/db/tables/receipts.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Identity } from '../../platform/http/api.ts'
import { assertVersion } from '../../shared/assert-version.ts'
import type { BodyOf } from '../../shared/endpoint.ts'
import type * as contract from './contract.ts'
import { matchReceipt } from './filing/match-receipt.ts'
import { assertPlanHasReceipts, getReceiptView, lockReceipt } from './queries.ts'
import { enqueueReading } from './reading/jobs.ts'

/** Stores the fields as the owner confirms them, and looks again for what the receipt belongs to. */
export function updateReceipt(
  { database, now }: Deps<'database' | 'now'>,
  { businessId }: Identity,
  id: string,
  { version, ...fields }: BodyOf<typeof contract.updateReceipt>,
): Promise<contract.Receipt> {
  return withTenant(database, businessId, async (tx) => {
    await assertPlanHasReceipts(tx)
    const row = await lockReceipt(tx, businessId, id)
    assertVersion('receipt', row.version, version)
    await tx.db
      .update(receipts)
      .set({
        ...fields,
        merchant: fields.merchant || null,
        version: version + 1,
        checkedAt: now(),
        updatedAt: now(),
      })
      .where(and(eq(receipts.businessId, businessId), eq(receipts.id, id)))
    await matchReceipt(tx, businessId, id)
    return getReceiptView(tx, businessId, id)
  })
}

/** Puts a receipt back to those that wait for a reader. */
export function readReceiptAgain(
  { database, jobs, now }: Deps<'database' | 'jobs' | 'now'>,
  { businessId }: Identity,
  id: string,
): Promise<contract.Receipt> {
  return withTenant(database, businessId, async (tx) => {
    await assertPlanHasReceipts(tx)
    const { state } = await lockReceipt(tx, businessId, id)
    if (state !== 'waiting') {
      await tx.db
        .update(receipts)
        .set({ state: 'waiting', problem: null, tries: 0, claim: null, claimedUntil: null, updatedAt: now() })
        .where(and(eq(receipts.businessId, businessId), eq(receipts.id, id)))
      await enqueueReading(tx, jobs)
    }
    return getReceiptView(tx, businessId, id)
  })
}
