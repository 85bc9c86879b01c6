import { integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { moment, tenantKey, times } from './columns.ts'

const kind = text('kind', { enum: ['expense', 'transaction'] }).notNull()

/** A business without rows of a kind has the standard categories. */
export const categories = pgTable(
  'categories',
  {
    ...tenantKey,
    kind,
    name: text('name').notNull(),
    colour: text('colour', {
      enum: ['gray', 'teal', 'blue', 'violet', 'pink', 'red', 'orange', 'amber', 'green'],
    })
      .notNull()
      .default('gray'),
    parentId: uuid('parent_id'),
    taxTreatment: text('tax_treatment', { enum: ['full', 'half', 'none'] })
      .notNull()
      .default('full'),
    position: integer('position').notNull(),
    archivedAt: moment('archived_at'),
    ...times,
  },
  (table) => [primaryKey({ columns: [table.businessId, table.id] })],
)

export const formerCategoryNames = pgTable(
  'former_category_names',
  {
    businessId: uuid('business_id').notNull(),
    kind,
    former: text('former').notNull(),
    categoryId: uuid('category_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.businessId, table.kind, table.former] })],
)

/** What an undo needs besides the rows that moved. */
export interface KeptOfChange {
  /** The category that was merged away, by column. */
  merged: Readonly<Record<string, unknown>> | null
  /** The ids of its parts. */
  parts: string[]
  /** Its former names. */
  names: string[]
  /** The category that the new name led to before. */
  nameOf: string | null
  /** Accounts that got the number of another one. */
  accounts: string[]
}

export const categoryChanges = pgTable(
  'category_changes',
  {
    ...tenantKey,
    kind,
    what: text('what', { enum: ['rename', 'merge'] }).notNull(),
    fromName: text('from_name').notNull(),
    toName: text('to_name').notNull(),
    rows: integer('rows').notNull().default(0),
    madeBy: uuid('made_by').notNull(),
    at: moment('at').notNull(),
    undoUntil: moment('undo_until').notNull(),
    undoneAt: moment('undone_at'),
    kept: jsonb('kept').$type<KeptOfChange>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.businessId, table.id] })],
)

export const categoryMoves = pgTable(
  'category_moves',
  {
    businessId: uuid('business_id').notNull(),
    changeId: uuid('change_id').notNull(),
    holder: text('holder').notNull(),
    step: integer('step').notNull(),
    ids: text('ids').array().notNull(),
  },
  (table) => [primaryKey({ columns: [table.businessId, table.changeId, table.holder, table.step] })],
)
