import { withTenant } from '../../platform/db/transaction.ts'
import type { FigureDeps } from './figure-deps.ts'
import { spansOfDay } from './money-buckets.ts'
import { lockTotals } from './money-lock.ts'
import { sweepBusinesses } from './sweep-businesses.ts'

type RecountDeps = Pick<FigureDeps, 'database' | 'log'>

/** A WITH query for all totals, calculated from the rows themselves. */
const counted = `
  movements as (
    select 'received' as kind, received_on as day, amount_cents as cents
    from payments where business_id = $1 and undone_at is null
    union all
    select 'refunded', refunded_on, amount_cents
    from refunds where business_id = $1 and platform.is_given_back(state)
    union all
    select 'refunded', opened_on, amount_cents
    from disputes where business_id = $1 and platform.is_taken_back(state)
    union all
    select 'spent', date, amount_cents from expenses where business_id = $1
    union all
    select 'owed', due_date, open_cents from invoices where business_id = $1 and status = 'pending'
    union all
    select 'settled', due_date, total_cents from invoices where business_id = $1 and status = 'paid'
  ), days as (
    select kind, day, sum(cents) as cents, count(*) as count from movements group by kind, day
  ), counted as materialized (
    select span, starts_on, kind, sum(cents) as cents, sum(count) as count
    from days ${spansOfDay} group by span, starts_on, kind
  )`

// A total of 0 equals a missing one.
const compare = `
  with ${counted}
  select count(*)::int as differences from (
    select from (
      select span, starts_on, kind, cents, count from counted
      union all
      select span, starts_on, kind, -cents, -count from money_totals where business_id = $1
      union all
      select span, starts_on, kind, -cents, -count from money_changes ${spansOfDay} where business_id = $1
    ) entries
    group by span, starts_on, kind having sum(cents) <> 0 or sum(count) <> 0
  ) different`

/*
 * One statement, so one snapshot. A row that another transaction commits later is not counted, and the change
 * written with it is not deleted. The lock keeps the roll-up from running at the same time.
 */
const rebuild = `
  with ${counted}, taken as (
    delete from money_changes where business_id = $1
  ), dropped as (
    delete from money_totals kept
    where business_id = $1 and not exists (
      select from counted where (span, starts_on, kind) = (kept.span, kept.starts_on, kept.kind))
  )
  insert into money_totals (business_id, span, starts_on, kind, cents, count)
  select $1, span, starts_on, kind, cents, count from counted order by span, starts_on, kind
  on conflict (business_id, span, starts_on, kind) do update set cents = excluded.cents, count = excluded.count`

/** Recalculates the totals of all businesses and compares them with the stored ones. */
export async function recountMoney(deps: RecountDeps): Promise<void> {
  await sweepBusinesses(deps, {
    sql: 'select id from businesses where id > $1 order by id limit $2',
    work: (businessId) => recountMoneyOf(deps, businessId),
    failed: 'the money of a business could not be added up anew',
  })
}

/** Corrects wrong totals and logs an error: a change was lost or never recorded. */
export async function recountMoneyOf({ database, log }: RecountDeps, businessId: string): Promise<void> {
  await withTenant(database, businessId, async (tx) => {
    // It reads all rows of a business.
    await tx.client.query(`set local statement_timeout = '30min'`)
    const { rows } = await tx.client.query<{ differences: number }>(compare, [businessId])
    const differences = rows[0]?.differences ?? 0
    if (differences === 0) return
    log.error({ businessId, differences }, 'the kept sums of a business were wrong and are added up anew')
    await lockTotals(tx, businessId)
    await tx.client.query(rebuild, [businessId])
  })
}
