import { and, eq } from 'drizzle-orm'
import { categories, formerCategoryNames } from '../../platform/db/tables/categories.ts'
import { type Transaction, withTenant } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Identity } from '../../platform/http/api.ts'
import type { BodyOf } from '../../shared/endpoint.ts'
import { AppError } from '../../shared/errors.ts'
import {
  type CategoryRow,
  assertNameIsFree,
  assertPlanHasCategories,
  holdRows,
  lockCategories,
  parentOf,
} from './category-rows.ts'
import type * as contract from './contract.ts'
import { listCategories, readCategories } from './list-categories.ts'
import { type CategoryKind, maxCategories } from './rules.ts'

type EditDeps = Deps<'database' | 'now'>

export function addCategory(
  deps: EditDeps,
  { businessId }: Identity,
  { kind, name, colour, parent, taxTreatment }: BodyOf<typeof contract.addCategory>,
): Promise<contract.CategoryList> {
  return edit(deps, businessId, kind, async (tx, rows) => {
    assertNameIsFree(rows, name)
    if (rows.length >= maxCategories)
      throw new AppError(
        'TOO_MANY_CATEGORIES',
        `You can keep at most ${maxCategories} categories. Please merge some first.`,
      )
    const parentId = parentOf(rows, parent)
    const position = (rows.at(-1)?.position ?? -1) + 1
    // A name that led to another category is one of its own again.
    await tx.db
      .delete(formerCategoryNames)
      .where(and(eq(formerCategoryNames.kind, kind), eq(formerCategoryNames.former, name)))
    await tx.db
      .insert(categories)
      .values({ businessId, kind, name, colour, parentId, taxTreatment, position })
  })
}

export function orderCategories(
  deps: EditDeps,
  { businessId }: Identity,
  kind: CategoryKind,
  { names }: BodyOf<typeof contract.orderCategories>,
): Promise<contract.CategoryList> {
  return edit(deps, businessId, kind, async (tx) => {
    const offered = (await readCategories(tx, businessId, kind)).filter(({ isArchived }) => !isArchived)
    const wanted = new Set(names)
    if (wanted.size !== offered.length || !offered.every(({ name }) => wanted.has(name)))
      throw new AppError(
        'CHANGED_ELSEWHERE',
        'The categories have changed meanwhile. Please look at them again.',
      )
    // Archived ones come after those that are offered.
    await tx.client.query(
      `update categories c set position = coalesce(w.position, 1000 + c.position % 1000), updated_at = $4
       from categories o left join unnest($3::text[]) with ordinality w (name, position) on w.name = o.name
       where c.business_id = $1 and c.kind = $2 and o.business_id = $1 and o.id = c.id`,
      [businessId, kind, names, deps.now()],
    )
  })
}

function edit(
  deps: EditDeps,
  businessId: string,
  kind: CategoryKind,
  change: (tx: Transaction, rows: CategoryRow[]) => Promise<void>,
): Promise<contract.CategoryList> {
  return withTenant(deps.database, businessId, async (tx) => {
    await assertPlanHasCategories(tx)
    await lockCategories(tx, businessId)
    await change(tx, await holdRows(tx, businessId, kind))
    return listCategories(tx, { businessId, kind, now: deps.now() })
  })
}
