import { withTenant } from '../../platform/db/transaction.ts'
import type { FigureDeps } from './figure-deps.ts'
import { spansOfDay } from './money-buckets.ts'
import { tryLockTotals } from './money-lock.ts'
import { sweepBusinesses } from './sweep-businesses.ts'

type RollUpDeps = Pick<FigureDeps, 'database' | 'log'>

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

// One statement, so one snapshot: it deletes exactly what it adds. Changes that are committed later wait for
// the next run.
const rollUpStatement = `
  with taken as (
    delete from money_changes
    where business_id = $1 and id <= (
      select max(id) from (select id from money_changes where business_id = $1 order by id limit $2) first)
    returning kind, day, cents, count
  ), added as (
    insert into money_totals as kept (business_id, span, starts_on, kind, cents, count)
    select $1, span, starts_on, kind, sum(cents), sum(count)
    from taken ${spansOfDay}
    group by span, starts_on, kind
    having sum(cents) <> 0 or sum(count) <> 0
    order by span, starts_on, kind
    on conflict (business_id, span, starts_on, kind)
      do update set cents = kept.cents + excluded.cents, count = kept.count + excluded.count
  )
  select count(*)::int as count from taken`

/** Rolls up new changes of all businesses into the totals. */
export async function rollUpMoney(deps: RollUpDeps): Promise<void> {
  await sweepBusinesses(deps, {
    sql: withChanges,
    work: (businessId) => rollUpMoneyOf(deps, businessId),
    failed: 'changes of money could not be taken over into the totals',
  })
}

export async function rollUpMoneyOf(deps: Pick<RollUpDeps, 'database'>, businessId: string): Promise<void> {
  while ((await rollUpSome(deps, businessId)) === maxChanges);
}

async function rollUpSome({ database }: Pick<RollUpDeps, 'database'>, businessId: string): Promise<number> {
  return withTenant(database, businessId, async (tx) => {
    if (!(await tryLockTotals(tx, businessId))) return 0
    const { rows } = await tx.client.query<{ count: number }>(rollUpStatement, [businessId, maxChanges])
    return rows[0]?.count ?? 0
  })
}
