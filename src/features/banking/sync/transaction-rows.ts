import type { TransactionPage } from '../../../platform/banks/bank-provider.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { type PageRows, type TransactionRow, wellFormed } from './transaction-row.ts'

export interface PageTarget {
  businessId: string
  /** The id of each account that is kept, by the aggregator's name for it. */
  accounts: ReadonlyMap<string, string>
  now: Date
}

/** A transaction that the aggregator has named before. */
export interface FoundRow {
  id: string
  isRemoved: boolean
  /** The row of a removed one lives on as another transaction's. */
  isUsedElsewhere: boolean
  chosenCategory: string | null
}

export type PlacedRow = TransactionRow & { id: string }

/** As jsonb_to_recordset reads what JSON.stringify makes of a row. */
const columns = {
  provider_id: 'text',
  account_id: 'uuid',
  date: 'date',
  description: 'text',
  merchant: 'text',
  merchant_key: 'text',
  amount_cents: 'bigint',
  is_income: 'boolean',
  status: 'text',
  provider_category: 'text',
} as const satisfies Record<keyof TransactionRow, string>
const names = Object.keys(columns)
const typed = Object.entries(columns).map(([name, type]) => `${name} ${type}`)
const of = (alias: string) => names.map((name) => `${alias}.${name}`).join(', ')

export async function findRows(
  { client }: Transaction,
  providerIds: readonly string[],
): Promise<Map<string, FoundRow>> {
  if (providerIds.length === 0) return new Map()
  const { rows } = await client.query<FoundRow & { providerId: string }>(
    `select provider_id as "providerId", id, true as "isRemoved", chosen_category as "chosenCategory",
       exists (select from transactions t where t.business_id = r.business_id and t.id = r.id) as "isUsedElsewhere"
     from removed_transactions r where provider_id = any($1)
     union all
     select provider_id, id, false, null, false from transactions where provider_id = any($1)`,
    [providerIds],
  )
  return new Map(rows.map((row) => [row.providerId, row]))
}

/** Leaves alone what is so already, and what its owner chose. A rule goes by the merchant, so it follows that. */
export async function changeRows(
  { client }: Transaction,
  { now }: PageTarget,
  rows: readonly PlacedRow[],
): Promise<void> {
  if (rows.length === 0) return
  await client.query(
    `update transactions t set ${names.map((name) => `${name} = f.${name}`).join(', ')}, updated_at = $2,
       rule_category = case when t.merchant_key = f.merchant_key then t.rule_category
         else (select r.category from category_rules r where r.merchant_key = f.merchant_key) end
     from jsonb_to_recordset($1::jsonb) as f (id uuid, ${typed.join(', ')})
     where t.id = f.id and (${of('t')}) is distinct from (${of('f')})`,
    [JSON.stringify(rows), now],
  )
}

export async function addRows(
  { client }: Transaction,
  { businessId, now }: PageTarget,
  rows: readonly (PlacedRow & { chosen_category: string | null })[],
): Promise<void> {
  if (rows.length === 0) return
  await client.query(
    `insert into transactions
       (business_id, id, chosen_category, rule_category, created_at, updated_at, ${names.join(', ')})
     select $2, f.id, f.chosen_category, r.category, $3, $3, ${of('f')}
     from jsonb_to_recordset($1::jsonb) as f (id uuid, chosen_category text, ${typed.join(', ')})
     left join category_rules r on r.merchant_key = f.merchant_key`,
    [JSON.stringify(rows), businessId, now],
  )
}

/** So that a pending one whose posted one is there is not taken for a new one, should it come late. */
export async function noteReplaced(
  { client }: Transaction,
  { businessId, now }: PageTarget,
  replaced: readonly { provider_id: string; id: string; account_id: string }[],
): Promise<void> {
  if (replaced.length === 0) return
  await client.query(
    `insert into removed_transactions (business_id, provider_id, id, account_id, removed_at)
     select $2, provider_id, id, account_id, $3
     from jsonb_to_recordset($1::jsonb) as f (provider_id text, id uuid, account_id uuid)
     where not exists (select from transactions t where t.provider_id = f.provider_id)
     on conflict (business_id, provider_id) do nothing`,
    [JSON.stringify(replaced), businessId, now],
  )
}

export async function removeRows(
  { client }: Transaction,
  { now }: PageTarget,
  { removed, elsewhere }: Pick<PageRows, 'removed' | 'elsewhere'>,
): Promise<void> {
  if (removed.length > 0) {
    await client.query(
      `with gone as (
         delete from transactions where provider_id = any($1)
         returning business_id, provider_id, id, account_id, chosen_category
       )
       insert into removed_transactions (business_id, provider_id, id, account_id, chosen_category, removed_at)
       select business_id, provider_id, id, account_id, chosen_category, $2 from gone where account_id is not null
       on conflict (business_id, provider_id) do nothing`,
      [removed, now],
    )
  }
  // Nothing is noted of these: they may be moved back.
  if (elsewhere.length > 0)
    await client.query('delete from transactions where provider_id = any($1)', [elsewhere])
}

/** What all pages together, read from the beginning, do not tell is no more. */
export async function removeUntold(
  { client }: Transaction,
  accountIds: readonly string[],
  pages: readonly TransactionPage[],
): Promise<void> {
  const told = pages.flatMap(({ added, modified }) => [...added, ...modified])
  await client.query(
    `delete from transactions where account_id = any($1) and provider_id is not null
       and provider_id not in (select unnest($2::text[]))`,
    [accountIds, told.map(({ providerId }) => wellFormed(providerId))],
  )
}
