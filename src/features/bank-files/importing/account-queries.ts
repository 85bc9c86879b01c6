import type { Transaction } from '../../../platform/db/transaction.ts'
import type { Currency } from '../../../shared/currencies.ts'
import type { Stretch } from './gap-rules.ts'
import { type StoredRow, maxDaysOff } from './plan-import-rules.ts'

/** An account that a statement can go to. */
export interface TargetAccount {
  id: string
  connectionId: string
  last4: string | null
  currency: Currency
  isFile: boolean
}

/** All accounts of the business, also those of banks that are disconnected. */
export async function listTargetAccounts(
  { client }: Transaction,
  businessId: string,
): Promise<TargetAccount[]> {
  const { rows } = await client.query<TargetAccount>({
    name: 'bank-file-accounts',
    text: `select a.id, a.connection_id as "connectionId", a.last4, a.currency, c.source = 'file' as "isFile"
      from bank_accounts a join bank_connections c on c.business_id = $1 and c.id = a.connection_id
      where a.business_id = $1 and c.removed_at is null order by a.created_at, a.id`,
    values: [businessId],
  })
  return rows
}

/** A feed may move a transaction that a file has described before. */
const daysAround = maxDaysOff + 7

/** The transactions of an account around these days, with what files have said of them. */
export async function listStoredRows(
  { client }: Transaction,
  { businessId, accountId }: { businessId: string; accountId: string },
  { first, last }: { first: string; last: string },
): Promise<StoredRow[]> {
  const isNear = `t.business_id = $1 and t.account_id = $2
    and t.date between $3::date - ${daysAround} and $4::date + ${daysAround}`
  const values = [businessId, accountId, first, last]
  const stored = await client.query<Omit<StoredRow, 'described'>>(
    `select t.id, t.date::text, (case when t.is_income then t.amount_minor else -t.amount_minor end)::float8 as "amountMinor",
       t.import_id is null as "isFeed"
     from transactions t where ${isNear} order by t.date, t.created_at, t.id`,
    values,
  )
  const described = await client.query<StoredRow['described'][number] & { id: string }>(
    `select t.id, i.shape, r.date::text, r.bank_id as "bankId", r.text_key as "textKey"
     from transactions t
     join bank_import_rows r on r.business_id = $1 and r.transaction_id = t.id
     join bank_imports i on i.business_id = $1 and i.id = r.import_id
     where ${isNear}`,
    values,
  )
  const byId = new Map(stored.rows.map((row): [string, StoredRow] => [row.id, { ...row, described: [] }]))
  for (const { id, ...description } of described.rows) byId.get(id)?.described.push(description)
  return [...byId.values()]
}

/** What the files of an account cover so far. */
export async function listStretches(
  { client }: Transaction,
  businessId: string,
  accountId: string,
): Promise<Stretch[]> {
  const { rows } = await client.query<Stretch>(
    `select first_date::text as "firstDate", last_date::text as "lastDate", opening_minor::float8 as "openingMinor",
       closing_minor::float8 as "closingMinor"
     from bank_statements where business_id = $1 and account_id = $2`,
    [businessId, accountId],
  )
  return rows
}

/**
 * The balance of an account without a connection: that of its latest statement, and the transactions after it. Null if no
 * statement has one. The aggregator keeps that of other accounts.
 */
export async function refreshBalances(
  { client }: Transaction,
  { businessId, now }: { businessId: string; now: Date },
  accountIds: readonly string[],
): Promise<void> {
  await client.query(
    `update bank_accounts a set updated_at = $3, balance_minor = (
       select s.closing_minor + coalesce((
         select sum(case when t.is_income then t.amount_minor else -t.amount_minor end) from transactions t
         where t.business_id = $1 and t.account_id = a.id and t.date > s.last_date), 0)
       from bank_statements s join bank_imports i on i.business_id = $1 and i.id = s.import_id
       where s.business_id = $1 and s.account_id = a.id and s.closing_minor is not null
       order by s.last_date desc, i.created_at desc, s.position desc limit 1)
     from bank_connections c
     where a.business_id = $1 and a.id = any($2::uuid[])
       and c.business_id = $1 and c.id = a.connection_id and c.source = 'file'`,
    [businessId, accountIds, now],
  )
}
