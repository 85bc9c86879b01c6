import { and, asc, eq, gt } from 'drizzle-orm'
import { categoryChanges } from '../../platform/db/tables/categories.ts'
import { type Transaction, withTenant } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Identity } from '../../platform/http/api.ts'
import { AppError } from '../../shared/errors.ts'
import { lockCategories } from '../categories/category-rows.ts'
import type { CategoryList } from '../categories/contract.ts'
import { listCategories } from '../categories/list-categories.ts'
import { undoHours } from '../categories/rules.ts'
import { lockClosedThrough } from '../periods/assert-open-period.ts'
import { dropCodes } from './account-codes.ts'
import { lockMoves, tellPages } from './move-category.ts'
import { moveRowsBack } from './move-rows.ts'

type ChangeRow = typeof categoryChanges.$inferSelect

/** Takes a rename or a merge back: each row that moved and is still filed there. Sent twice, it is undone once. */
export function undoCategoryChange(
  { database, now }: Deps<'database' | 'now'>,
  { businessId }: Identity,
  id: string,
): Promise<CategoryList> {
  return withTenant(database, businessId, async (tx) => {
    const closedThrough = await lockClosedThrough(tx, businessId)
    await lockCategories(tx, businessId)
    const [change, ...later] = await readFrom(tx, id)
    const { kind, fromName, toName, kept } = change
    if (change.undoneAt === null) {
      const category = await assertUndoable(tx, change, later, now())
      const back = { businessId, kind, from: toName, to: fromName, closedThrough }
      await lockMoves(tx, back)
      await dropCodes(tx, { businessId, kind, from: fromName, to: toName }, kept.accounts)
      await restoreCategory(tx, change, category)
      await moveRowsBack(tx, id, back)
      await tx.client.query('update category_changes set undone_at = $3 where business_id = $1 and id = $2', [
        businessId,
        id,
        now(),
      ])
      await tellPages(tx, back)
    }
    return listCategories(tx, { businessId, kind, now: now() })
  })
}

/** The change, and those of the same kind after it. */
async function readFrom({ db }: Transaction, id: string): Promise<[ChangeRow, ...ChangeRow[]]> {
  const [change] = await db.select().from(categoryChanges).where(eq(categoryChanges.id, id))
  if (!change) throw new AppError('NOT_FOUND', 'This change could not be found.')
  const at = db.select({ at: categoryChanges.at }).from(categoryChanges).where(eq(categoryChanges.id, id))
  const rows = await db
    .select()
    .from(categoryChanges)
    .where(and(eq(categoryChanges.kind, change.kind), gt(categoryChanges.at, at)))
    .orderBy(asc(categoryChanges.at))
  return [change, ...rows]
}

/** Throws UNDO_OVER, or returns the id of the category that the rows were moved to. */
async function assertUndoable(
  { client }: Transaction,
  change: ChangeRow,
  later: readonly ChangeRow[],
  now: Date,
): Promise<string> {
  const { businessId, kind, what, fromName, toName } = change
  if (change.undoUntil <= now) throw undoOver(`This can be undone for ${undoHours} hours, which are over.`)
  const names = new Set([fromName, toName])
  const next = later.find(
    (one) => one.undoneAt === null && [one.fromName, one.toName].some((name) => names.has(name)),
  )
  if (next)
    throw undoOver(`“${next.fromName}” was changed to “${next.toName}” after this. Please undo that first.`)
  const { rows } = await client.query<{ id: string; name: string }>(
    'select id, name from categories where business_id = $1 and kind = $2 and lower(name) in (lower($3), lower($4))',
    [businessId, kind, fromName, toName],
  )
  const category = rows.find(({ name }) => name === toName)
  if (!category) throw undoOver(`The category “${toName}” no longer exists.`)
  const taken = rows.find(
    (row) => row.name.toLowerCase() === fromName.toLowerCase() && (what === 'merge' || row !== category),
  )
  if (taken) throw undoOver(`There is another category “${taken.name}” by now. Please rename that first.`)
  return category.id
}

const undoOver = (message: string) => new AppError('UNDO_OVER', message)

/** Brings the categories back to what they were before. */
async function restoreCategory(
  { client }: Transaction,
  { businessId, kind, what, fromName, toName, kept }: ChangeRow,
  categoryId: string,
): Promise<void> {
  const { merged, parts, names, nameOf } = kept
  await client.query(
    'delete from former_category_names where business_id = $1 and kind = $2 and former = $3 and category_id = $4',
    [businessId, kind, fromName, categoryId],
  )
  if (what === 'rename') {
    await client.query('update categories set name = $3 where business_id = $1 and id = $2', [
      businessId,
      categoryId,
      fromName,
    ])
    if (nameOf !== null) {
      await client.query(
        `insert into former_category_names (business_id, kind, former, category_id)
         select $1, $2, $3, id from categories where business_id = $1 and id = $4`,
        [businessId, kind, toName, nameOf],
      )
    }
    return
  }
  if (!merged) return
  await client.query(`insert into categories select (jsonb_populate_record(null::categories, $1::jsonb)).*`, [
    JSON.stringify(merged),
  ])
  // What it was a part of may be gone by now, or be a part itself.
  await client.query(
    `update categories c set parent_id = null where c.business_id = $1 and c.id = $2 and not exists (
       select from categories p where p.business_id = $1 and p.id = c.parent_id and p.parent_id is null)`,
    [businessId, merged['id']],
  )
  await client.query(
    `update former_category_names set category_id = $3
     where business_id = $1 and kind = $2 and category_id = $4 and former = any($5)`,
    [businessId, kind, merged['id'], categoryId, names],
  )
  await client.query(
    `update categories c set parent_id = $2 where c.business_id = $1 and c.id = any($3::uuid[]) and not exists (
       select from categories p where p.business_id = $1 and p.parent_id = c.id and p.id <> all($3::uuid[]))`,
    [businessId, merged['id'], parts],
  )
}
