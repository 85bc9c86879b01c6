import type { Transaction } from '../../platform/db/transaction.ts'
import { merchantKey } from '../banking/sync/merchant-rules.ts'
import { readCategoryNames } from '../categories/category-names.ts'

/** Shorter names would be found in nearly all notes. */
const minLength = 2
/** Only this many of the newest expenses are searched, because the list asks for a page of receipts. */
const maxSearched = 500

// A rule of the owner comes first. Then the expenses count that the merchant's receipts are filed under, and those whose
// notes name the merchant.
const statement = `
  with wanted as (
    select merchant, lower(merchant) as lower, key from unnest($2::text[], $3::text[]) as w (merchant, key)
  ), newest as materialized (
    select e.id, e.category, e.search_text, row_number() over (order by e.created_at desc, e.id desc) as place
    from expenses e where e.business_id = $1 order by e.created_at desc, e.id desc limit ${maxSearched}
  ), known as materialized (
    select n.category, n.search_text, n.place, lower(r.merchant) as merchant
    from newest n left join receipts r on r.business_id = $1 and r.expense_id = n.id
    where n.category = any($4)
  )
  select w.merchant, coalesce(
    (select c.category from category_rules c
     where c.business_id = $1 and c.merchant_key = w.key and c.category = any($4)),
    (select k.category from known k where k.merchant = w.lower or strpos(k.search_text, w.lower) > 0
     group by k.category order by count(*) desc, min(k.place) limit 1)) as category
  from wanted w`

/** The category that the owner's rules and history suggest for each merchant that they know. */
export async function suggestCategories(
  tx: Transaction,
  businessId: string,
  merchants: readonly string[],
): Promise<Map<string, string>> {
  const wanted = [...new Set(merchants)].filter((merchant) => merchant.length >= minLength)
  if (wanted.length === 0) return new Map()
  const { offered } = await readCategoryNames(tx, businessId, 'expense')
  const keys = wanted.map((merchant) => merchantKey({ merchant, description: '' }))
  const { rows } = await tx.client.query<{ merchant: string; category: string | null }>({
    name: 'suggest-receipt-categories',
    text: statement,
    values: [businessId, wanted, keys, offered],
  })
  return new Map(rows.flatMap(({ merchant, category }) => (category === null ? [] : [[merchant, category]])))
}
