import { type Transaction, withTenant } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Identity } from '../../platform/http/api.ts'
import type { BodyOf, ResponseOf } from '../../shared/endpoint.ts'
import { fieldError } from '../../shared/errors.ts'
import { lockRules } from '../banking/sync/transaction-steps.ts'
import { readCategoryNames } from '../categories/category-names.ts'
import { readCategories } from '../categories/list-categories.ts'
import type * as contract from './contract.ts'
import { getTransaction } from './queries.ts'

export async function listCategories(
  { database }: Deps<'database'>,
  { businessId }: Identity,
): Promise<ResponseOf<typeof contract.listCategories>> {
  return withTenant(database, businessId, async (tx) => {
    const listed = await readCategories(tx, businessId, 'transaction')
    return { categories: listed.filter(({ isArchived }) => !isArchived).map(({ name }) => name) }
  })
}

/** The present name of a chosen category. Throws unless the business has it, or transactions are filed under it. */
export async function chosenCategory(tx: Transaction, businessId: string, category: string): Promise<string> {
  const { offered, presentName } = await readCategoryNames(tx, businessId, 'transaction')
  const name = presentName(category)
  if (offered.includes(name)) return name
  const { rows } = await tx.client.query(
    'select from transactions where business_id = $1 and category = $2 limit 1',
    [businessId, name],
  )
  if (rows.length > 0) return name
  throw fieldError('category', 'Please choose a category from the list.')
}

export function setCategory(
  { database, now }: Deps<'database' | 'now'>,
  { businessId }: Identity,
  id: string,
  { category }: BodyOf<typeof contract.setCategory>,
): Promise<ResponseOf<typeof contract.setCategory>> {
  return withTenant(database, businessId, async (tx) => {
    const { merchantKey } = await getTransaction(tx, businessId, id)
    // A category that is renamed at this moment moves what is filed under it, or is chosen under its new name.
    await lockRules(tx, businessId, 'read')
    const name = await chosenCategory(tx, businessId, category)
    await tx.client.query(
      'update transactions set chosen_category = $3, updated_at = $4 where business_id = $1 and id = $2',
      [businessId, id, name, now()],
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
    const name = await chosenCategory(tx, businessId, category)
    const { rowCount } = await tx.client.query(
      `update transactions set chosen_category = $3, updated_at = $4
       where business_id = $1 and id = any($2::uuid[])`,
      [businessId, ids, name, now()],
    )
    return { changed: rowCount ?? 0 }
  })
}
