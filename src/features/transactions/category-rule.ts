import { and, desc, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '../../platform/db/connect.ts'
import { readMomentCursor, writeMomentCursor } from '../../platform/db/moment-cursor.ts'
import { categoryRules } from '../../platform/db/tables/transactions.ts'
import { type Transaction, withTenant } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Identity } from '../../platform/http/api.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import type { BodyOf, QueryOf, ResponseOf } from '../../shared/endpoint.ts'
import { AppError } from '../../shared/errors.ts'
import { lockRules } from '../banking/sync/transaction-steps.ts'
import { chosenCategory } from './categories.ts'
import type * as contract from './contract.ts'
import { getTransaction } from './queries.ts'

/** Saves a rule. A second rule for the same merchant replaces the first. */
export async function createCategoryRule(
  deps: Deps<'database' | 'jobs' | 'now'>,
  { businessId, userId }: Identity,
  { transactionId, category: chosen }: BodyOf<typeof contract.createCategoryRule>,
): Promise<ResponseOf<typeof contract.createCategoryRule>> {
  const createdAt = deps.now()
  const { row, changed } = await changeRule(deps, businessId, async (tx) => {
    const { transaction, merchantKey } = await getTransaction(tx, businessId, transactionId)
    if (merchantKey === '') {
      const message = 'This transaction has no merchant to base a rule on.'
      throw new AppError('VALIDATION_FAILED', message, { fields: { transactionId: message } })
    }
    const category = await chosenCategory(tx, businessId, chosen)
    const { merchant } = transaction
    const [saved] = await tx.db
      .insert(categoryRules)
      .values({ businessId, createdBy: userId, merchantKey, merchant, category, createdAt })
      .onConflictDoUpdate({
        target: [categoryRules.businessId, categoryRules.merchantKey],
        set: { merchant, category },
      })
      .returning()
    if (!saved) throw new Error('the rule was not kept')
    return { row: saved, merchantKey }
  })
  return { rule: toCategoryRule(row), changed }
}

export async function deleteCategoryRule(
  deps: Deps<'database' | 'jobs' | 'now'>,
  { businessId }: Identity,
  id: string,
): Promise<ResponseOf<typeof contract.deleteCategoryRule>> {
  const { changed } = await changeRule(deps, businessId, async ({ db }) => {
    const [deleted] = await db
      .delete(categoryRules)
      .where(and(eq(categoryRules.businessId, businessId), eq(categoryRules.id, id)))
      .returning({ merchantKey: categoryRules.merchantKey })
    if (!deleted) throw new AppError('NOT_FOUND', 'This rule could not be found.')
    return deleted
  })
  return { changed }
}

const pageSize = 50

function toCategoryRule(row: typeof categoryRules.$inferSelect): contract.CategoryRule {
  const { id, merchant, category, createdAt } = row
  return { id, merchant, category, createdAt: createdAt.toISOString() }
}

export async function listCategoryRules(
  { database }: Deps<'database'>,
  { businessId }: Identity,
  { after }: QueryOf<typeof contract.listCategoryRules>,
): Promise<ResponseOf<typeof contract.listCategoryRules>> {
  const cursor = after === undefined ? undefined : readMomentCursor(after)
  const { createdAt, id } = categoryRules
  // One extra row shows whether there is another page.
  const rows = await withTenant(database, businessId, ({ db }) =>
    db
      .select()
      .from(categoryRules)
      .where(cursor && sql`(${createdAt}, ${id}) < (${cursor.createdAt}::timestamptz, ${cursor.id}::uuid)`)
      .orderBy(desc(createdAt), desc(id))
      .limit(pageSize + 1),
  )
  const rules = rows.slice(0, pageSize).map(toCategoryRule)
  const last = rules.at(-1)
  return { rules, next: rows.length > pageSize && last ? writeMomentCursor(last) : null }
}

interface MerchantTransactions {
  businessId: string
  merchantKey: string
  now: Date
}

/** Rows in one transaction. Keeps locks short, and so the owner does not wait long. */
const stepSize = 1000

interface Step {
  taken: number
  /** How many show the new category. The others keep the one their owner chose. */
  changed: number
}

/** Applies the current rule to a merchant's next transactions. The caller holds the lock on rules. */
async function followStep(
  { client }: Transaction,
  { businessId, merchantKey, now }: MerchantTransactions,
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

/** Changes a rule and applies it to its transactions: the first step in this request, the rest by a job. */
async function changeRule<T extends { merchantKey: string }>(
  { database, jobs, now }: Deps<'database' | 'jobs' | 'now'>,
  businessId: string,
  change: (tx: Transaction) => Promise<T>,
): Promise<T & { changed: number }> {
  return underLock(database, businessId, async (tx) => {
    const result = await change(tx)
    const { merchantKey } = result
    const { taken, changed } = await followStep(tx, { businessId, merchantKey, now: now() })
    // Enqueued in this transaction, so that no transaction is left out if the process dies.
    if (taken === stepSize) await jobs.enqueue(tx, followCategoryRule, { businessId, merchantKey })
    return { ...result, changed }
  })
}

function underLock<R>(
  database: Database,
  businessId: string,
  work: (tx: Transaction) => Promise<R>,
): Promise<R> {
  return withTenant(database, businessId, async (tx) => {
    await lockRules(tx, businessId, 'change')
    return work(tx)
  })
}

/** Applies a rule to the rest. Each step reads the current rule, so the job can be repeated. */
export const followCategoryRule = defineJob(
  'follow-category-rule',
  z.strictObject({ businessId: z.uuid(), merchantKey: z.string() }),
  { retryLimit: 20, expireInSeconds: 900 },
)

export async function startTransactionJobs({
  database,
  jobs,
  now,
}: Deps<'database' | 'jobs' | 'now'>): Promise<void> {
  await jobs.work(followCategoryRule, async (rule) => {
    let step: Step
    do {
      step = await underLock(database, rule.businessId, (tx) => followStep(tx, { ...rule, now: now() }))
    } while (step.taken === stepSize)
  })
}
