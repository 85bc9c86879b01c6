import { isoMoment } from '../../platform/db/iso-moment.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import type { Category, CategoryChange, CategoryList } from './contract.ts'
import { foundNames } from './found-names.ts'
import { type CategoryKind, defaultCategories } from './rules.ts'

const categoriesOf = `
  select c.id, c.name, c.colour, p.name as parent, c.tax_treatment as "taxTreatment",
    c.archived_at is not null as "isArchived"
  from categories c left join categories p on p.business_id = $1 and p.id = c.parent_id
  where c.business_id = $1 and c.kind = $2 order by c.position, c.name`

const changesOf = `
  select id, what, from_name as "from", to_name as "to", rows, ${isoMoment('at')} as at,
    ${isoMoment('undo_until')} as "undoUntil"
  from category_changes where business_id = $1 and kind = $2 and undone_at is null and undo_until > $3
  order by category_changes.at desc limit 50`

const newNames = `
  select category as name from (${foundNames}) f
  where not exists (select from former_category_names n
    where n.business_id = $1 and n.kind = 'transaction' and n.former = f.category)`

/** Names in the transactions that are in no list: words of the bank for which there is no category. */
async function readFound({ client }: Transaction, businessId: string, kind: CategoryKind): Promise<string[]> {
  if (kind === 'expense') return []
  const { rows } = await client.query<{ name: string }>({
    name: 'found-categories',
    text: newNames,
    values: [businessId],
  })
  return rows.map(({ name }) => name)
}

const alphabetical = (names: readonly string[]) => names.toSorted((a, b) => a.localeCompare(b, 'en'))

export async function readCategories(
  tx: Transaction,
  businessId: string,
  kind: CategoryKind,
): Promise<Category[]> {
  const { rows: own } = await tx.client.query<Category>({
    name: 'list-categories',
    text: categoriesOf,
    values: [businessId, kind],
  })
  const listed = new Set(own.map(({ name }) => name))
  const found = (await readFound(tx, businessId, kind)).filter((name) => !listed.has(name))
  return [...own, ...namesWithoutRow(kind, own.length > 0, found).map(unchanged)]
}

function namesWithoutRow(kind: CategoryKind, hasOwn: boolean, found: readonly string[]): string[] {
  if (hasOwn) return alphabetical(found)
  if (kind === 'expense') return [...defaultCategories.expense]
  return alphabetical([...new Set([...defaultCategories.transaction, ...found])])
}

const unchanged = (name: string): Category => ({
  id: null,
  name,
  colour: 'gray',
  parent: null,
  taxTreatment: 'full',
  isArchived: false,
})

export async function listCategories(
  tx: Transaction,
  { businessId, kind, now }: { businessId: string; kind: CategoryKind; now: Date },
): Promise<CategoryList> {
  const categories = await readCategories(tx, businessId, kind)
  const { rows: changes } = await tx.client.query<CategoryChange>({
    name: 'list-category-changes',
    text: changesOf,
    values: [businessId, kind, now],
  })
  return { categories, changes }
}
