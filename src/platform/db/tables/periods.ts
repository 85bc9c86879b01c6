import { boolean, date, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { moment, tenantKey } from './columns.ts'

/** A business without a row has the defaults, and nothing is closed. */
export const reportSettings = pgTable(
  'report_settings',
  {
    businessId: uuid('business_id').notNull(),
    fiscalMonth: smallint('fiscal_month').notNull().default(1),
    /** The last day of the closed period. */
    closedThrough: date('closed_through'),
    countsBank: boolean('counts_bank').notNull().default(false),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.businessId] })],
)

export const periodChanges = pgTable(
  'period_changes',
  {
    ...tenantKey,
    kind: text('kind', { enum: ['closed', 'reopened'] }).notNull(),
    /** The last closed day before and after; null for none. */
    before: date('before'),
    after: date('after'),
    note: text('note').notNull().default(''),
    createdBy: uuid('created_by').notNull(),
    at: moment('at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.businessId, table.id] })],
)
