import type { Transaction } from '../../platform/db/transaction.ts'
import { fieldError } from '../../shared/errors.ts'
import { type CategoryKind, defaultCategories } from './rules.ts'

interface Row {
  name: string
  isArchived: boolean
  /** A name that leads to this category; null for its own. */
  former: string | null
}

const statement = `
  select name, archived_at is not null as "isArchived", null as former, position from categories
  where business_id = $1 and kind = $2
  union all
  select c.name, c.archived_at is not null, f.former, c.position from former_category_names f
  join categories c on c.business_id = $1 and c.id = f.category_id
  where f.business_id = $1 and f.kind = $2
  order by position, name`

export interface CategoryNames {
  /** Those that are offered, in the order of the business. */
  offered: readonly string[]
  /** What a category is called now: its name, or the one that it was renamed or merged to. */
  presentName(name: string): string
}

export async function readCategoryNames(
  { client }: Transaction,
  businessId: string,
  kind: CategoryKind,
): Promise<CategoryNames> {
  const { rows } = await client.query<Row>({
    name: 'category-names',
    text: statement,
    values: [businessId, kind],
  })
  if (rows.length === 0) return { offered: defaultCategories[kind], presentName: (name) => name }
  const former = new Map(rows.flatMap(({ former: old, name }) => (old === null ? [] : [[old, name]])))
  return {
    offered: rows.filter((row) => row.former === null && !row.isArchived).map(({ name }) => name),
    presentName: (name) => former.get(name) ?? name,
  }
}

/** What an expense is filed under that is recorded without asking. */
export function filedUnder({ offered, presentName }: CategoryNames, wanted: string): string {
  const names = [wanted, 'Other'].map(presentName)
  return names.find((name) => offered.includes(name)) ?? offered[0] ?? 'Other'
}

/** The present name of what a person has chosen for an expense. Throws if it is not offered. */
export async function chosenExpenseCategory(
  tx: Transaction,
  businessId: string,
  category: string,
): Promise<string> {
  const { offered, presentName } = await readCategoryNames(tx, businessId, 'expense')
  const name = presentName(category)
  if (!offered.includes(name)) throw fieldError('category', 'Please choose a category.')
  return name
}
