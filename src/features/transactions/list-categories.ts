import { type Transaction, queryTenant } from '../../platform/db/transaction.ts'
import type { Identity } from '../../platform/http/api.ts'
import type { ResponseOf } from '../../shared/endpoint.ts'
import { AppError } from '../../shared/errors.ts'
import type * as contract from './contract.ts'
import { mergeCategories, transactionCategories } from './rules.ts'
import type { TransactionDeps } from './transaction-deps.ts'

/**
 * Skips from each category to the next: one index lookup for each category, however many transactions there
 * are.
 */
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
  { database }: TransactionDeps,
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
