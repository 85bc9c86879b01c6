import { type Transaction, withTenant } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import { sweepBusinesses } from '../../platform/jobs/sweep-businesses.ts'
import { addClientSums, clientSumDifferences, rebuildClientSums } from './client-sums.ts'
import { spansOfDay } from './money-buckets.ts'

type TotalsDeps = Deps<'database' | 'log'>

/** The most changes in one transaction. */
const maxChanges = 5000

/** Skips from each business to the next: one index lookup for each business, however many changes it has. */
const withChanges = `
  with recursive found as (
    (select business_id from money_changes where business_id > $1 order by business_id limit 1)
    union all
    select (select business_id from money_changes where business_id > found.business_id order by business_id limit 1)
    from found where found.business_id is not null
  )
  select business_id as id from found where business_id is not null limit $2`

// One statement, so one snapshot: it deletes exactly what it adds. The next run takes later changes.
const rollUpStatement = `
  with taken as (
    delete from money_changes
    where business_id = $1 and id <= (
      select max(id) from (select id from money_changes where business_id = $1 order by id limit $2) first)
    returning kind, day, currency, minor, count, client_id
  ), ${addClientSums}, added as (
    insert into money_totals as kept (business_id, span, starts_on, kind, currency, minor, count)
    select $1, span, starts_on, kind, currency, sum(minor), sum(count)
    from taken ${spansOfDay}
    group by span, starts_on, kind, currency
    having sum(minor) <> 0 or sum(count) <> 0
    order by span, starts_on, kind, currency
    on conflict (business_id, span, starts_on, kind, currency)
      do update set minor = kept.minor + excluded.minor, count = kept.count + excluded.count
  )
  select count(*)::int as count from taken`

/** Rolls up new changes of all businesses into the totals. */
export async function rollUpMoney(deps: TotalsDeps): Promise<void> {
  await sweepBusinesses(deps, {
    sql: withChanges,
    work: (businessId) => rollUpMoneyOf(deps, businessId),
    failed: 'changes could not be added to the stored sums',
  })
}

export async function rollUpMoneyOf(deps: Deps<'database'>, businessId: string): Promise<void> {
  while ((await rollUpSome(deps, businessId)) === maxChanges);
}

async function rollUpSome({ database }: Deps<'database'>, businessId: string): Promise<number> {
  return withTenant(database, businessId, async (tx) => {
    if (!(await tryLockTotals(tx, businessId))) return 0
    const { rows } = await tx.client.query<{ count: number }>(rollUpStatement, [businessId, maxChanges])
    return rows[0]?.count ?? 0
  })
}

/** What a movement counts as: in the home currency once it has a value there, until then in its own. */
const money = `platform.counted_in(business_id, currency, home_minor) as currency, coalesce(home_minor, amount_minor) as minor`
const gain = `platform.counted_in(business_id, currency, home_minor) as currency, gain_minor as minor`

/** A WITH query for all totals, calculated from the rows themselves. */
const counted = `
  payments_counted as not materialized (select * from payments where business_id = $1 and undone_at is null),
  refunds_counted as not materialized (select * from refunds where business_id = $1 and platform.is_given_back(state)),
  disputes_counted as not materialized (select * from disputes where business_id = $1 and platform.is_taken_back(state)),
  movements as (
    select 'received' as kind, received_on as day, ${money} from payments_counted
    union all
    select 'refunded', refunded_on, ${money} from refunds_counted
    union all
    select 'refunded', opened_on, ${money} from disputes_counted
    union all
    select 'gained', received_on, ${gain} from payments_counted where gain_minor is not null
    union all
    select 'gained', refunded_on, ${gain} from refunds_counted where gain_minor is not null
    union all
    select 'gained', opened_on, ${gain} from disputes_counted where gain_minor is not null
    union all
    select 'spent', date, ${money} from expenses where business_id = $1
    union all
    select 'owed', due_date, currency, open_minor from invoices where business_id = $1 and status = 'pending' and parts is null
    union all
    select 'settled', due_date, currency, total_minor - credit_notes_minor from invoices
    where business_id = $1 and status = 'paid'
  ), days as (
    select kind, day, currency, sum(minor) as minor, sum(count) as count from (
      select kind, day, currency, minor, 1 as count from movements
      union all
      select 'owed', o.day, i.currency, o.minor, o.count
      from invoices i cross join lateral platform.owed_parts(i.due_date, i.open_minor, i.parts,
        i.received_minor + i.waived_minor, i.total_minor - i.credit_notes_minor - i.credited_minor) o
      where i.business_id = $1 and i.status = 'pending' and i.parts is not null
    ) pieces group by kind, day, currency
  ), counted as materialized (
    select span, starts_on, kind, currency, sum(minor) as minor, sum(count) as count
    from days ${spansOfDay} group by span, starts_on, kind, currency
  )`

// A total of 0 equals a missing one.
const compare = `
  with ${counted}
  select (${clientSumDifferences}) + count(*)::int as differences from (
    select from (
      select span, starts_on, kind, currency, minor, count from counted
      union all
      select span, starts_on, kind, currency, -minor, -count from money_totals where business_id = $1
      union all
      select span, starts_on, kind, currency, -minor, -count from money_changes ${spansOfDay} where business_id = $1
    ) entries
    group by span, starts_on, kind, currency having sum(minor) <> 0 or sum(count) <> 0
  ) different`

/*
 * One statement, so one snapshot. A row that another transaction commits later is not counted, and the change
 * written with it is not deleted. The lock keeps the roll-up from running at the same time.
 */
const rebuild = `
  with ${counted}, taken as (
    delete from money_changes where business_id = $1
  ), ${rebuildClientSums}, dropped as (
    delete from money_totals kept
    where business_id = $1 and not exists (
      select from counted
      where (span, starts_on, kind, currency) = (kept.span, kept.starts_on, kept.kind, kept.currency))
  )
  insert into money_totals (business_id, span, starts_on, kind, currency, minor, count)
  select $1, span, starts_on, kind, currency, minor, count from counted order by span, starts_on, kind, currency
  on conflict (business_id, span, starts_on, kind, currency)
    do update set minor = excluded.minor, count = excluded.count`

/** Recalculates the totals of all businesses and compares them with the stored ones. */
export async function recountMoney(deps: TotalsDeps): Promise<void> {
  await sweepBusinesses(deps, {
    sql: 'select id from businesses where id > $1 order by id limit $2',
    work: (businessId) => recountMoneyOf(deps, businessId),
    failed: 'the money of a business could not be recounted',
  })
}

/** Corrects wrong totals and logs an error: a change was lost or never recorded. */
export async function recountMoneyOf({ database, log }: TotalsDeps, businessId: string): Promise<void> {
  await withTenant(database, businessId, async (tx) => {
    // It reads all rows of a business.
    await tx.client.query(`set local statement_timeout = '30min'`)
    const { rows } = await tx.client.query<{ differences: number }>(compare, [businessId])
    const differences = rows[0]?.differences ?? 0
    if (differences === 0) return
    log.error(
      { businessId, differences },
      'the stored sums of a business were wrong and are being recalculated',
    )
    await lockTotals(tx, businessId)
    await tx.client.query(rebuild, [businessId])
  })
}

/*
 * Code that writes the totals of a business holds this lock until its transaction ends. It must take the lock
 * before the statement that writes starts, so that this statement sees everything the previous holder wrote.
 * Adding changes and reading need no lock.
 */
const key = `hashtextextended('money-totals ' || $1, 0)`

/** Returns false if another transaction holds the lock. */
async function tryLockTotals({ client }: Transaction, businessId: string): Promise<boolean> {
  const { rows } = await client.query<{ isFree: boolean }>(
    `select pg_try_advisory_xact_lock(${key}) as "isFree"`,
    [businessId],
  )
  return rows[0]?.isFree ?? false
}

export async function lockTotals({ client }: Transaction, businessId: string): Promise<void> {
  await client.query(`select pg_advisory_xact_lock(${key})`, [businessId])
}
