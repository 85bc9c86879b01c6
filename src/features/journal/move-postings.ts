import { expenseAccount, otherIncomeAccount } from './posting-rules.ts'
import { addMoved } from './store-postings.ts'

const prefixes = [expenseAccount(''), otherIncomeAccount('')].map((prefix) => `('${prefix}')`).join(', ')

/**
 * SQL: moves the postings of sources with `done`, their id and category before and after, and the sums with them. Sources
 * with postings in a closed period are made again instead, because those stay as they are. The caller holds the lock of the
 * journal and keeps the triggers from noting each source. $1 is the business, $6 its home currency, $7 the last frozen day.
 */
export const movePostings = (source: 'expense' | 'transaction') => `
  changed as materialized (
    select id, before, after, exists (
        select from journal j where j.business_id = $1 and j.source_id = done.id and j.source = '${source}'
          and (j.is_correction or j.day <= $7::date)) as is_split
    from done where before <> after
  ), noted as (
    insert into journal_changes (business_id, source, source_id)
    select $1, '${source}', id from changed where is_split
  ), posted as (
    update journal j set account = p.prefix || c.after
    from changed c cross join (values ${prefixes}) p (prefix)
    where j.business_id = $1 and j.source_id = c.id and j.source = '${source}' and j.account = p.prefix || c.before
      and not c.is_split
    returning j.*, p.prefix || c.before as before
  ), moved as (
    select day, basis, account, source, is_test, currency, minor, home_minor, 1 as count from posted
    union all
    select day, basis, before, source, is_test, currency, -minor, -home_minor, -1 from posted
  ), summed as (${addMoved('$6')})`
