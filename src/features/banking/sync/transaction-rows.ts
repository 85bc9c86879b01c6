import type { TransactionPage } from '../../../platform/banks/bank-provider.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { type PageRows, type TransactionRow, wellFormed } from './transaction-row.ts'

export interface PageTarget {
  businessId: string
  /** Maps the aggregator's account ids to ours. */
  accounts: ReadonlyMap<string, string>
  now: Date
}

/** The row of a transaction that was reported before. */
export interface FoundRow {
  id: string
  isRemoved: boolean
  /** True when the row of a removed transaction now belongs to another one. */
  isUsedElsewhere: boolean
  chosenCategory: string | null
}

export type RowWithId = TransactionRow & { id: string }

/** The column types for jsonb_to_recordset. */
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
const columnsOf = (alias: string) => names.map((name) => `${alias}.${name}`).join(', ')

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

/** Updates rows that differ. The owner's category stays. The rule's category follows the merchant. */
export async function changeRows(
  { client }: Transaction,
  { now }: PageTarget,
  rows: readonly RowWithId[],
): Promise<void> {
  if (rows.length === 0) return
  await client.query(
    `update transactions t set ${names.map((name) => `${name} = f.${name}`).join(', ')}, updated_at = $2,
       rule_category = case when t.merchant_key = f.merchant_key then t.rule_category
         else (select r.category from category_rules r where r.merchant_key = f.merchant_key) end
     from jsonb_to_recordset($1::jsonb) as f (id uuid, ${typed.join(', ')})
     where t.id = f.id and (${columnsOf('t')}) is distinct from (${columnsOf('f')})`,
    [JSON.stringify(rows), now],
  )
}

export async function addRows(
  { client }: Transaction,
  { businessId, now }: PageTarget,
  rows: readonly (RowWithId & { chosen_category: string | null })[],
): Promise<void> {
  if (rows.length === 0) return
  await client.query(
    `insert into transactions
       (business_id, id, chosen_category, rule_category, created_at, updated_at, ${names.join(', ')})
     select $2, f.id, f.chosen_category, r.category, $3, $3, ${columnsOf('f')}
     from jsonb_to_recordset($1::jsonb) as f (id uuid, chosen_category text, ${typed.join(', ')})
     left join category_rules r on r.merchant_key = f.merchant_key`,
    [JSON.stringify(rows), businessId, now],
  )
}

/**
 * Records that a posted transaction replaced a pending one, so that a late report of the pending one does not
 * add it again.
 */
export async function recordReplaced(
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
  // These are not recorded as removed, because they may move back.
  if (elsewhere.length > 0)
    await client.query('delete from transactions where provider_id = any($1)', [elsewhere])
}

/** Deletes the transactions that a full resync did not report. */
export async function removeUnreported(
  { client }: Transaction,
  accountIds: readonly string[],
  pages: readonly TransactionPage[],
): Promise<void> {
  const reported = pages.flatMap(({ added, modified }) => [...added, ...modified])
  await client.query(
    `delete from transactions where account_id = any($1) and provider_id is not null
       and provider_id not in (select unnest($2::text[]))`,
    [accountIds, reported.map(({ providerId }) => wellFormed(providerId))],
  )
}
