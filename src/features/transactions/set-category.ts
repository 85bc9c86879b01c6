import { withTenant } from '../../platform/db/transaction.ts'
import type { Identity } from '../../platform/http/api.ts'
import type { BodyOf, ResponseOf } from '../../shared/endpoint.ts'
import type * as contract from './contract.ts'
import { assertCategory } from './list-categories.ts'
import { getTransaction } from './queries.ts'
import type { TransactionDeps } from './transaction-deps.ts'

export function setCategory(
  { database, now }: TransactionDeps,
  { businessId }: Identity,
  id: string,
  { category }: BodyOf<typeof contract.setCategory>,
): Promise<ResponseOf<typeof contract.setCategory>> {
  return withTenant(database, businessId, async (tx) => {
    const { merchantKey } = await getTransaction(tx, businessId, id)
    await assertCategory(tx, businessId, category)
    await tx.client.query(
      'update transactions set chosen_category = $3, updated_at = $4 where business_id = $1 and id = $2',
      [businessId, id, category, now()],
    )
    const { transaction } = await getTransaction(tx, businessId, id)
    const { rows } = await tx.client.query<{ id: string; category: string }>(
      'select id, category from category_rules where business_id = $1 and merchant_key = $2',
      [businessId, merchantKey],
    )
    return { transaction, rule: rows[0] ?? null, canHaveRule: merchantKey !== '' }
  })
}
