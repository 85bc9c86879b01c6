import { eq } from 'drizzle-orm'
import { businesses } from '../../platform/db/tables/business.ts'
import { categories } from '../../platform/db/tables/categories.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { AppError, fieldError } from '../../shared/errors.ts'
import { includesFeature } from '../billing/rules.ts'
import { readCategories } from './list-categories.ts'
import { type CategoryKind, categoriesPlanText, maxCategories } from './rules.ts'

export type CategoryRow = typeof categories.$inferSelect

/** Throws PLAN_REQUIRED if the current plan of the business does not include own categories. */
export async function assertPlanHasCategories({ db }: Transaction): Promise<void> {
  // No filter: the transaction sees one business only.
  const [business] = await db.select({ plan: businesses.plan }).from(businesses)
  if (!business || !includesFeature(business.plan, 'customCategories'))
    throw new AppError('PLAN_REQUIRED', categoriesPlanText)
}

/** One change of the categories of a business at a time. */
export async function lockCategories({ client }: Transaction, businessId: string): Promise<void> {
  await client.query(`select pg_advisory_xact_lock(hashtextextended('categories:' || $1, 0))`, [businessId])
}

/** The rows of a kind, archived ones too. Before the first change, what was listed becomes rows. The caller holds the lock. */
export async function holdRows(
  tx: Transaction,
  businessId: string,
  kind: CategoryKind,
): Promise<CategoryRow[]> {
  const listed = await readCategories(tx, businessId, kind)
  const known = listed.filter(({ id }) => id !== null).length
  const added = listed
    .filter(({ id }) => id === null)
    .map(({ name }, index) => ({ businessId, kind, name, position: known + index }))
    .slice(0, Math.max(0, maxCategories - known))
  if (added.length > 0) await tx.db.insert(categories).values(added).onConflictDoNothing()
  return tx.db
    .select()
    .from(categories)
    .where(eq(categories.kind, kind))
    .orderBy(categories.position, categories.name)
}

export function rowNamed(rows: readonly CategoryRow[], name: string): CategoryRow {
  const row = rows.find((one) => one.name === name)
  if (!row) throw new AppError('NOT_FOUND', 'This category could not be found.')
  return row
}

/** Throws NAME_TAKEN if another category has this name, also in other letters. */
export function assertNameIsFree(rows: readonly CategoryRow[], name: string, own?: CategoryRow): void {
  const taken = rows.find((row) => row !== own && row.name.toLowerCase() === name.toLowerCase())
  if (!taken) return
  const message = taken.archivedAt
    ? `“${taken.name}” is archived. Please bring it back instead, or use another name.`
    : 'You already have a category with this name.'
  throw new AppError('NAME_TAKEN', message, { fields: { name: message } })
}

/** The id of the category that another one is to be a part of. */
export function parentOf(
  rows: readonly CategoryRow[],
  parent: string | null,
  own?: CategoryRow,
): string | null {
  if (parent === null) return null
  const row = rows.find(({ name }) => name === parent)
  if (!row) throw fieldError('parent', 'Please choose a category from the list.')
  if (row === own) throw fieldError('parent', 'A category can’t be a part of itself.')
  if (row.parentId !== null)
    throw fieldError('parent', `“${row.name}” is a part of another category, so it can’t have parts.`)
  if (own && rows.some(({ parentId }) => parentId === own.id))
    throw fieldError('parent', `“${own.name}” has parts, so it can’t be a part of another category.`)
  return row.id
}
