import { desc, sql } from 'drizzle-orm'
import { readMomentCursor, writeMomentCursor } from '../../platform/db/moment-cursor.ts'
import { categoryRules } from '../../platform/db/tables/transactions.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import type { Identity } from '../../platform/http/api.ts'
import type { QueryOf, ResponseOf } from '../../shared/endpoint.ts'
import type * as contract from './contract.ts'
import type { TransactionDeps } from './transaction-deps.ts'

const pageSize = 50

export function toCategoryRule(row: typeof categoryRules.$inferSelect): contract.CategoryRule {
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
