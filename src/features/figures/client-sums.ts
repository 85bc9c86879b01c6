// Parts of the statements that write the sums of a business: the sums of each of its clients are written with them.

/**
 * WITH queries that add the changes in `taken` to the sums of clients. A sum that comes to nothing is removed, so that what
 * is read of a client does not grow with what it has paid.
 */
export const addClientSums = `
  owed_and_settled as (
    select client_id, currency, kind, sum(minor) as minor, sum(count) as count from taken
    where client_id is not null and kind in ('owed', 'settled')
    group by client_id, currency, kind having sum(minor) <> 0 or sum(count) <> 0
  ), emptied_sums as (
    delete from client_sums kept using owed_and_settled a
    where kept.business_id = $1 and (kept.client_id, kept.currency, kept.kind) = (a.client_id, a.currency, a.kind)
      and kept.minor + a.minor = 0 and kept.count + a.count = 0
    returning kept.client_id, kept.currency, kept.kind
  ), added_sums as (
    insert into client_sums as kept (business_id, client_id, currency, kind, minor, count)
    select $1, client_id, currency, kind, minor, count from owed_and_settled a
    where not exists (select from emptied_sums e
      where (e.client_id, e.currency, e.kind) = (a.client_id, a.currency, a.kind))
    order by client_id, currency, kind
    on conflict (business_id, client_id, currency, kind)
      do update set minor = kept.minor + excluded.minor, count = kept.count + excluded.count
  ), due as (
    select client_id, day, currency, sum(minor) as minor, sum(count) as count from taken
    where client_id is not null and kind = 'owed'
    group by client_id, day, currency having sum(minor) <> 0 or sum(count) <> 0
  ), emptied_dues as (
    delete from client_dues kept using due a
    where kept.business_id = $1 and (kept.client_id, kept.due_date, kept.currency) = (a.client_id, a.day, a.currency)
      and kept.minor + a.minor = 0 and kept.count + a.count = 0
    returning kept.client_id, kept.due_date, kept.currency
  ), added_dues as (
    insert into client_dues as kept (business_id, client_id, due_date, currency, minor, count)
    select $1, client_id, day, currency, minor, count from due a
    where not exists (select from emptied_dues e
      where (e.client_id, e.due_date, e.currency) = (a.client_id, a.day, a.currency))
    order by client_id, day, currency
    on conflict (business_id, client_id, due_date, currency)
      do update set minor = kept.minor + excluded.minor, count = kept.count + excluded.count
  )`

const countedSums = `
  select client_id, currency, case status when 'paid' then 'settled' else 'owed' end as kind,
    sum(case status when 'paid' then total_minor - credit_notes_minor else open_minor end) as minor, count(*) as count
  from invoices where business_id = $1 and client_id is not null and status <> 'cancelled' group by 1, 2, 3`
const countedDues = `
  select client_id, due_date, currency, sum(open_minor) as minor, count(*) as count
  from invoices where business_id = $1 and client_id is not null and status = 'pending' group by 1, 2, 3`

/** An expression for how many sums of clients differ from their invoices. A sum of 0 equals a missing one. */
export const clientSumDifferences = `
  select count(*)::int from (
    select from (
      select client_id, currency, kind, null::date as day, minor, count from (${countedSums}) counted_sums
      union all
      select client_id, currency, kind, null, -minor, -count from client_sums where business_id = $1
      union all
      select client_id, currency, kind, null, -minor, -count from money_changes
      where business_id = $1 and client_id is not null
      union all
      select client_id, currency, 'due', due_date, minor, count from (${countedDues}) counted_dues
      union all
      select client_id, currency, 'due', due_date, -minor, -count from client_dues where business_id = $1
      union all
      select client_id, currency, 'due', day, -minor, -count from money_changes
      where business_id = $1 and client_id is not null and kind = 'owed'
    ) entries
    group by client_id, currency, kind, day having sum(minor) <> 0 or sum(count) <> 0
  ) different_sums`

/** WITH queries that calculate the sums of clients again. */
export const rebuildClientSums = `
  counted_sums as materialized (${countedSums}
  ), counted_dues as materialized (${countedDues}
  ), dropped_sums as (
    delete from client_sums kept
    where business_id = $1 and not exists (select from counted_sums c
      where (c.client_id, c.currency, c.kind) = (kept.client_id, kept.currency, kept.kind))
  ), rebuilt_sums as (
    insert into client_sums (business_id, client_id, currency, kind, minor, count)
    select $1, client_id, currency, kind, minor, count from counted_sums order by client_id, currency, kind
    on conflict (business_id, client_id, currency, kind)
      do update set minor = excluded.minor, count = excluded.count
  ), dropped_dues as (
    delete from client_dues kept
    where business_id = $1 and not exists (select from counted_dues c
      where (c.client_id, c.due_date, c.currency) = (kept.client_id, kept.due_date, kept.currency))
  ), rebuilt_dues as (
    insert into client_dues (business_id, client_id, due_date, currency, minor, count)
    select $1, client_id, due_date, currency, minor, count from counted_dues order by client_id, due_date, currency
    on conflict (business_id, client_id, due_date, currency)
      do update set minor = excluded.minor, count = excluded.count
  )`
