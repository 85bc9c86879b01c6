import { withTenant } from '../../platform/db/transaction.ts'
import type { Identity } from '../../platform/http/api.ts'
import type { BodyOf, ResponseOf } from '../../shared/endpoint.ts'
import { lockRules } from '../banking/sync/rule-lock.ts'
import type * as contract from './contract.ts'
import { assertCategory } from './list-categories.ts'
import type { TransactionDeps } from './transaction-deps.ts'

export function categorizeTransactions(
  { database, now }: TransactionDeps,
  { businessId }: Identity,
  { ids, category }: BodyOf<typeof contract.categorizeTransactions>,
): Promise<ResponseOf<typeof contract.categorizeTransactions>> {
  return withTenant(database, businessId, async (tx) => {
    // Serializes bulk changes: two that lock the same rows in a different order would deadlock.
    await lockRules(tx, businessId, 'change')
    await assertCategory(tx, businessId, category)
    const { rowCount } = await tx.client.query(
      `update transactions set chosen_category = $3, updated_at = $4
       where business_id = $1 and id = any($2::uuid[])`,
      [businessId, ids, category, now()],
    )
    return { changed: rowCount ?? 0 }
  })
}
