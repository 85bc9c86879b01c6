import { and, eq } from 'drizzle-orm'
import { type KeptOfChange, categories, formerCategoryNames } from '../../platform/db/tables/categories.ts'
import { type Transaction, withTenant } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Identity } from '../../platform/http/api.ts'
import type { BodyOf, ParamsOf } from '../../shared/endpoint.ts'
import { AppError, fieldError } from '../../shared/errors.ts'
import {
  type CategoryRow,
  assertNameIsFree,
  assertPlanHasCategories,
  holdRows,
  lockCategories,
  parentOf,
  rowNamed,
} from '../categories/category-rows.ts'
import type * as contract from '../categories/contract.ts'
import { listCategories } from '../categories/list-categories.ts'
import { type CategoryKind, uncategorized } from '../categories/rules.ts'
import { lockClosedThrough } from '../periods/assert-open-period.ts'
import { type NewChange, moveCategory } from './move-category.ts'

type ChangeDeps = Deps<'database' | 'now'>

export function changeCategory(
  deps: ChangeDeps,
  identity: Identity,
  { kind, name: present }: ParamsOf<typeof contract.changeCategory>,
  { name, colour, parent, taxTreatment, isArchived }: BodyOf<typeof contract.changeCategory>,
): Promise<contract.CategoryList> {
  return change(deps, identity, kind, async (tx, rows, made) => {
    const row = rowNamed(rows, present)
    if (name !== present || isArchived) assertIsOwn(kind, present)
    const parentId = parentOf(rows, parent, row)
    const archivedAt = isArchived ? (row.archivedAt ?? deps.now()) : null
    await tx.db
      .update(categories)
      .set({ colour, parentId, taxTreatment, archivedAt, updatedAt: deps.now() })
      .where(eq(categories.id, row.id))
    if (name !== present) {
      assertNameIsFree(rows, name, row)
      await moveCategory(tx, { ...made, what: 'rename', from: present, to: name }, (kept) =>
        rename(tx, row, name, kept),
      )
    }
  })
}

export function mergeCategory(
  deps: ChangeDeps,
  identity: Identity,
  { kind, name }: ParamsOf<typeof contract.mergeCategory>,
  { into }: BodyOf<typeof contract.mergeCategory>,
): Promise<contract.CategoryList> {
  return change(deps, identity, kind, async (tx, rows, made) => {
    const row = rowNamed(rows, name)
    assertIsOwn(kind, name)
    const target = rows.find((one) => one.name === into)
    if (!target) throw fieldError('into', 'Please choose a category from the list.')
    if (target === row) throw fieldError('into', 'Please choose another category.')
    if (target.archivedAt) throw fieldError('into', `“${into}” is archived. Please bring it back first.`)
    await moveCategory(tx, { ...made, what: 'merge', from: name, to: into }, (kept) =>
      mergeAway(tx, row, target, kept),
    )
  })
}

/** Runs a change of the categories under all locks that a move needs first. */
function change(
  deps: ChangeDeps,
  { businessId, userId }: Identity,
  kind: CategoryKind,
  work: (
    tx: Transaction,
    rows: CategoryRow[],
    made: Omit<NewChange, 'what' | 'from' | 'to'>,
  ) => Promise<void>,
): Promise<contract.CategoryList> {
  return withTenant(deps.database, businessId, async (tx) => {
    await assertPlanHasCategories(tx)
    // A request that saves an expense holds the closed period, so that it uses no name that goes away at this moment.
    const closedThrough = await lockClosedThrough(tx, businessId)
    await lockCategories(tx, businessId)
    const rows = await holdRows(tx, businessId, kind)
    await work(tx, rows, { businessId, kind, madeBy: userId, closedThrough, now: deps.now() })
    return listCategories(tx, { businessId, kind, now: deps.now() })
  })
}

/** Throws NOT_RENAMABLE for what the product itself files under. */
function assertIsOwn(kind: CategoryKind, name: string): void {
  if (kind === 'transaction' && name === uncategorized)
    throw new AppError(
      'NOT_RENAMABLE',
      `Transactions that nothing is known about are “${uncategorized}”, so this category stays as it is.`,
    )
}

/** The old name leads to the category from now on, and the new one no longer leads elsewhere. */
async function rename(
  { db }: Transaction,
  row: CategoryRow,
  name: string,
  kept: KeptOfChange,
): Promise<void> {
  const { businessId, kind, id: categoryId } = row
  const [used] = await db
    .delete(formerCategoryNames)
    .where(and(eq(formerCategoryNames.kind, kind), eq(formerCategoryNames.former, name)))
    .returning()
  kept.nameOf = used?.categoryId ?? null
  await db.update(categories).set({ name }).where(eq(categories.id, categoryId))
  await db.insert(formerCategoryNames).values({ businessId, kind, former: row.name, categoryId })
}

/** The category goes. Its names lead to the other one, and its parts become parts of that. */
async function mergeAway(
  { db, client }: Transaction,
  row: CategoryRow,
  target: CategoryRow,
  kept: KeptOfChange,
): Promise<void> {
  const { businessId, kind, id } = row
  const { rows } = await client.query<{ row: Record<string, unknown> }>(
    'select to_jsonb(c) as row from categories c where business_id = $1 and id = $2',
    [businessId, id],
  )
  kept.merged = rows[0]?.row ?? null
  const names = await db
    .update(formerCategoryNames)
    .set({ categoryId: target.id })
    .where(eq(formerCategoryNames.categoryId, id))
    .returning()
  kept.names = names.map(({ former }) => former)
  // A part of the merged category that takes its place stands by itself.
  const isPart = target.parentId === id
  if (isPart) await db.update(categories).set({ parentId: row.parentId }).where(eq(categories.id, target.id))
  const parts = await db
    .update(categories)
    .set({ parentId: isPart ? target.id : (target.parentId ?? target.id) })
    .where(eq(categories.parentId, id))
    .returning()
  kept.parts = parts.map((part) => part.id)
  if (isPart) kept.parts.push(target.id)
  await db.delete(categories).where(eq(categories.id, id))
  await db.insert(formerCategoryNames).values({ businessId, kind, former: row.name, categoryId: target.id })
}
