import { and, desc, eq, sql } from 'drizzle-orm'
import { readMomentCursor, writeMomentCursor } from '../../platform/db/moment-cursor.ts'
import { categoryRules } from '../../platform/db/tables/transactions.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import type { Identity } from '../../platform/http/api.ts'
import type { BodyOf, QueryOf, ResponseOf } from '../../shared/endpoint.ts'
import { AppError } from '../../shared/errors.ts'
import { assertCategory } from './categories.ts'
import type * as contract from './contract.ts'
import { changeRule } from './follow-rule.ts'
import { getTransaction } from './queries.ts'
import type { RuleDeps, TransactionDeps } from './transaction-deps.ts'

/** Saves a rule. A second rule for the same merchant replaces the first. */
export async function createCategoryRule(
  deps: RuleDeps,
  { businessId, userId }: Identity,
  { transactionId, category }: BodyOf<typeof contract.createCategoryRule>,
): Promise<ResponseOf<typeof contract.createCategoryRule>> {
  const createdAt = deps.now()
  const { row, changed } = await changeRule(deps, businessId, async (tx) => {
    const { transaction, merchantKey } = await getTransaction(tx, businessId, transactionId)
    if (merchantKey === '') {
      const message = 'This transaction names no merchant to go by.'
      throw new AppError('VALIDATION_FAILED', message, { fields: { transactionId: message } })
    }
    await assertCategory(tx, businessId, category)
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
  deps: RuleDeps,
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
  { database }: TransactionDeps,
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
