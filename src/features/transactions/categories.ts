import { type Transaction, queryTenant, withTenant } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Identity } from '../../platform/http/api.ts'
import type { BodyOf, ResponseOf } from '../../shared/endpoint.ts'
import { AppError } from '../../shared/errors.ts'
import { lockRules } from '../banking/sync/transaction-steps.ts'
import type * as contract from './contract.ts'
import { getTransaction } from './queries.ts'
import { mergeCategories, transactionCategories } from './rules.ts'

/** One index lookup for each category, however many transactions there are. */
const foundCategories = `
  with recursive found (category) as (
    (select t.category from transactions t where t.business_id = $1 order by t.category limit 1)
    union all
    select (
      select t.category from transactions t where t.business_id = $1 and t.category > found.category
      order by t.category limit 1)
    from found where found.category is not null
  )
  select category from found where category is not null`

export async function listCategories(
  { database }: Deps<'database'>,
  { businessId }: Identity,
): Promise<ResponseOf<typeof contract.listCategories>> {
  const rows = await queryTenant<{ category: string }>(database, businessId, {
    name: 'list-transaction-categories',
    text: foundCategories,
    values: [businessId],
  })
  return { categories: mergeCategories(rows.map(({ category }) => category)) }
}

/** Throws unless the category is in the standard list or already used by the business. */
export async function assertCategory(
  { client }: Transaction,
  businessId: string,
  category: string,
): Promise<void> {
  if ((transactionCategories as readonly string[]).includes(category)) return
  const { rows } = await client.query(
    'select from transactions where business_id = $1 and category = $2 limit 1',
    [businessId, category],
  )
  if (rows.length > 0) return
  const message = 'Please choose a category from the list.'
  throw new AppError('VALIDATION_FAILED', message, { fields: { category: message } })
}

export function setCategory(
  { database, now }: Deps<'database' | 'now'>,
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

export function categorizeTransactions(
  { database, now }: Deps<'database' | 'now'>,
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
