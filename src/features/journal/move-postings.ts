import { expenseAccount, otherIncomeAccount } from './posting-rules.ts'
import { addMoved } from './store-postings.ts'

const prefixes = [expenseAccount(''), otherIncomeAccount('')].map((prefix) => `('${prefix}')`).join(', ')

/**
 * SQL: moves the postings of sources with `done`, their id and category before and after, and the sums with them. Sources
 * with postings in a closed period are made again instead, because those stay as they are. The caller holds the lock of the
 * journal and keeps the triggers from noting each source. $1 is the business, `home` its currency.
 */
export const movePostings = (
  source: 'expense' | 'transaction',
  { home, frozenThrough }: { home: string; frozenThrough: string },
) => `
  found as materialized (
    select j.id, j.source_id, c.before, c.after, p.prefix,
      coalesce(bool_or(j.is_correction or j.day <= ${frozenThrough}::date) over (partition by j.source_id), false) as is_split
    from done c join journal j on j.business_id = $1 and j.source_id = c.id and j.source = '${source}'
    left join (values ${prefixes}) p (prefix) on j.account = p.prefix || c.before
    where c.before <> c.after
  ), noted as (
    insert into journal_changes (business_id, source, source_id)
    select distinct $1::uuid, '${source}', source_id from found where is_split
  ), posted as (
    update journal j set account = f.prefix || f.after from found f
    where j.business_id = $1 and j.id = f.id and f.prefix is not null and not f.is_split
    returning j.*, f.prefix || f.before as before
  ), daily as (
    select day, basis, account, before, source, is_test, currency, sum(minor) as minor, sum(home_minor) as home_minor, count(*) as count
    from posted group by day, basis, account, before, source, is_test, currency, home_minor is null
  ), moved as (
    select day, basis, account, source, is_test, currency, minor, home_minor, count from daily
    union all
    select day, basis, before, source, is_test, currency, -minor, -home_minor, -count from daily
  ), summed as (${addMoved(home)})`
