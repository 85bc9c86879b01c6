import type { Transaction } from '../../../platform/db/transaction.ts'
import type { TransactionRow } from './transaction-row.ts'

/**
 * Rows that stayed when their connection was ended, and have no name at the aggregator since: which transaction is which
 * of them, by the same account, day, amount, direction and text. Of several alike each is taken once.
 */
export async function findAdoptable(
  { client }: Transaction,
  rows: readonly TransactionRow[],
): Promise<Map<string, string>> {
  // One that is pending never was among those that stayed.
  const wanted = rows.filter(({ status }) => status === 'posted')
  if (wanted.length === 0) return new Map()
  const alike = 'account_id, date, amount_cents, is_income, description'
  const { rows: pairs } = await client.query<{ providerId: string; id: string }>(
    `with wanted as (
       select *, row_number() over (partition by ${alike} order by place) as nth
       from rows from (jsonb_to_recordset($1::jsonb) as (
         provider_id text, account_id uuid, date date, amount_cents bigint, is_income boolean, description text
       )) with ordinality as w (provider_id, account_id, date, amount_cents, is_income, description, place)
     ), free as (
       select id, ${alike}, row_number() over (partition by ${alike} order by created_at, id) as nth
       from transactions where provider_id is null and (account_id, date) in (select account_id, date from wanted)
     )
     select provider_id as "providerId", id from wanted join free using (${alike}, nth)`,
    [JSON.stringify(wanted)],
  )
  return new Map(pairs.map(({ providerId, id }) => [providerId, id]))
}
