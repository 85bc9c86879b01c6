import type { Transaction } from '../../platform/db/transaction.ts'
import type { Currency } from '../../shared/currencies.ts'
import type { JournalSource } from './load-postings.ts'
import type { NewPosting } from './plan-changes.ts'

interface Postings {
  home: Currency
  /** Ids. */
  removed: readonly number[]
  added: readonly (NewPosting & { source: JournalSource; sourceId: string })[]
}

/** SQL: adds what `moved` names to the sums of the business $1. `home` is its currency. */
export const addMoved = (home: string) => `
  insert into journal_totals as kept (business_id, span, starts_on, basis, account, is_bank, is_test, currency, minor, count)
  select $1, span, starts_on, basis, account, source = 'transaction', is_test,
    case when home_minor is null then currency else ${home} end, sum(coalesce(home_minor, minor)), sum(count)
  from moved
  cross join lateral (values ('day', day), ('month', date_trunc('month', day::timestamp)::date)) spans (span, starts_on)
  group by 2, 3, 4, 5, 6, 7, 8
  having sum(coalesce(home_minor, minor)) <> 0 or sum(count) <> 0
  order by 2, 3, 4, 5, 6, 7, 8
  on conflict (business_id, span, starts_on, basis, account, is_bank, is_test, currency)
    do update set minor = kept.minor + excluded.minor, count = kept.count + excluded.count`

// One statement, so the sums follow exactly what is removed and added.
const statement = `
  with gone as (
    delete from journal where business_id = $1 and id = any($2::bigint[]) returning *
  ), come as (
    insert into journal (business_id, source, source_id, entry, day, basis, account, currency, minor, home_minor, client_id,
      item, tax, tax_rate, base_minor, base_home_minor, method, is_test, is_correction)
    select $1, source, "sourceId", entry, day, basis, account, currency, minor, "homeMinor", "clientId", item, tax,
      "taxRate", "baseMinor", "baseHomeMinor", method, "isTest", "isCorrection"
    from json_to_recordset($3::json) as a (source text, "sourceId" uuid, entry text, day date, basis text, account text,
      currency text, minor bigint, "homeMinor" bigint, "clientId" uuid, item text, tax text, "taxRate" int,
      "baseMinor" bigint, "baseHomeMinor" bigint, method text, "isTest" boolean, "isCorrection" boolean)
    returning *
  ), moved as (
    select day, basis, account, source, is_test, currency, minor, home_minor, 1 as count from come
    union all
    select day, basis, account, source, is_test, currency, -minor, -home_minor, -1 from gone
  )
  ${addMoved('$4')}`

/** Replaces postings. The caller holds the lock of the journal. */
export async function storePostings(
  { client }: Transaction,
  businessId: string,
  { home, removed, added }: Postings,
): Promise<void> {
  if (removed.length === 0 && added.length === 0) return
  await client.query({
    name: 'journal-store',
    text: statement,
    values: [businessId, removed, JSON.stringify(added), home],
  })
}
