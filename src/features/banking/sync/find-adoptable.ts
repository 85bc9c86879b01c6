import type { Transaction } from '../../../platform/db/transaction.ts'
import { pairNearest } from './pair-nearest-rules.ts'
import type { TransactionRow } from './transaction-row.ts'

/** A bank and its aggregator may date a transaction differently by this many days. */
export const maxDaysApart = 3

/**
 * Matches reported transactions with rows that have no aggregator id: those that were kept after a disconnect, and those
 * of bank files. Returns the ids of rows by the aggregator's ids. Each row is used once.
 */
export async function findAdoptable(
  tx: Transaction,
  rows: readonly TransactionRow[],
): Promise<Map<string, string>> {
  const adopted = await findKept(tx, rows)
  const rest = rows.filter(({ provider_id: id }) => !adopted.has(id))
  return new Map([...adopted, ...(await findOfFiles(tx, rest, new Set(adopted.values())))])
}

/** They match by account, date, amount, direction and description. Of several identical rows each is used once. */
async function findKept(
  { client }: Transaction,
  rows: readonly TransactionRow[],
): Promise<Map<string, string>> {
  // A disconnect deletes pending transactions, so only posted ones can match.
  const wanted = rows.filter(({ status }) => status === 'posted')
  if (wanted.length === 0) return new Map()
  const alike = 'account_id, date, amount_minor, is_income, description'
  const { rows: pairs } = await client.query<{ providerId: string; id: string }>(
    `with wanted as (
       select *, row_number() over (partition by ${alike} order by ordinal) as nth
       from rows from (jsonb_to_recordset($1::jsonb) as (
         provider_id text, account_id uuid, date date, amount_minor bigint, is_income boolean, description text
       )) with ordinality as w (provider_id, account_id, date, amount_minor, is_income, description, ordinal)
     ), free as (
       select id, ${alike}, row_number() over (partition by ${alike} order by created_at, id) as nth
       from transactions where provider_id is null and (account_id, date) in (select account_id, date from wanted)
     )
     select provider_id as "providerId", id from wanted join free using (${alike}, nth)`,
    [JSON.stringify(wanted)],
  )
  return new Map(pairs.map(({ providerId, id }) => [providerId, id]))
}

interface FileRow {
  id: string
  accountId: string
  date: string
  currency: string
  amountMinor: number
  isIncome: boolean
}

/** A file describes a transaction differently, so the amount decides, and of several the nearest day. */
async function findOfFiles(
  { client }: Transaction,
  wanted: readonly TransactionRow[],
  taken: ReadonlySet<string>,
): Promise<Map<string, string>> {
  if (wanted.length === 0) return new Map()
  const { rows } = await client.query<FileRow>(
    `select t.id, t.account_id as "accountId", t.date::text, t.currency, t.amount_minor::float8 as "amountMinor",
       t.is_income as "isIncome"
     from transactions t
     where t.import_id is not null and t.provider_id is null and exists (
       select from jsonb_to_recordset($1::jsonb) as w (account_id uuid, date date, amount_minor bigint)
       where w.account_id = t.account_id and w.amount_minor = t.amount_minor
         and t.date between w.date - ${maxDaysApart} and w.date + ${maxDaysApart})
     order by t.date, t.created_at, t.id`,
    [JSON.stringify(wanted)],
  )
  const free = rows.filter(({ id }) => !taken.has(id))
  const pairs = pairNearest(
    wanted.map((row) => ({ row, date: row.date, key: keyOf(row) })),
    free.map((row) => ({
      row,
      date: row.date,
      key: keyOf({
        account_id: row.accountId,
        currency: row.currency,
        amount_minor: row.amountMinor,
        is_income: row.isIncome,
      }),
    })),
    maxDaysApart,
  )
  return new Map(pairs.map(([reported, found]) => [reported.row.provider_id, found.row.id]))
}

function keyOf(
  row: Pick<TransactionRow, 'amount_minor' | 'is_income'> & { account_id: string; currency: string },
) {
  return `${row.account_id} ${row.currency} ${row.is_income ? '+' : '-'}${row.amount_minor}`
}
