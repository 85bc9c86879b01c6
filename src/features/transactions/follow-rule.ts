import type { Database } from '../../platform/db/connect.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { lockRules } from '../banking/rule-lock.ts'

interface Followers {
  businessId: string
  merchantKey: string
  now: Date
}

/** In one transaction: few enough that nobody waits for it. */
const stepSize = 2000

interface Step {
  taken: number
  /** Those that show it: one that its owner chose a category for keeps that. */
  changed: number
}

/** Puts the next transactions of a merchant where the rule, as it is now, has them; under the lock on the rules. */
async function followStep(
  { client }: Transaction,
  { businessId, merchantKey, now }: Followers,
): Promise<Step> {
  const { rows } = await client.query<Step>(
    `with rule as materialized (
       select max(category) as category from category_rules where business_id = $1 and merchant_key = $2
     ), step as (
       select t.id from transactions t, rule
       where t.business_id = $1 and t.merchant_key = $2 and t.rule_category is distinct from rule.category
       limit ${stepSize}
     ), taken as (
       update transactions t set rule_category = rule.category, updated_at = $3 from step, rule
       where t.business_id = $1 and t.id = step.id
       returning t.chosen_category is null as is_shown
     )
     select count(*)::int as taken, count(*) filter (where is_shown)::int as changed from taken`,
    [businessId, merchantKey, now],
  )
  return rows[0] ?? { taken: 0, changed: 0 }
}

/** Changes a rule and, in the same transaction and in as many more as it takes, what follows it. Says how many do. */
export async function changeRule<T extends { merchantKey: string }>(
  database: Database,
  { businessId, now }: Omit<Followers, 'merchantKey'>,
  change: (tx: Transaction) => Promise<T>,
): Promise<T & { changed: number }> {
  const underLock = <R>(work: (tx: Transaction) => Promise<R>) =>
    withTenant(database, businessId, async (tx) => {
      await lockRules(tx, businessId, 'change')
      return work(tx)
    })
  const first = await underLock(async (tx) => {
    const result = await change(tx)
    return { result, step: await followStep(tx, { businessId, now, merchantKey: result.merchantKey }) }
  })
  const { result } = first
  let { step } = first
  let { changed } = step
  while (step.taken === stepSize) {
    step = await underLock((tx) => followStep(tx, { businessId, now, merchantKey: result.merchantKey }))
    changed += step.changed
  }
  return { ...result, changed }
}
