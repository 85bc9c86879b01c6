import { boolean, date, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, moment, tenantKey } from './columns.ts'

/** A business without a row has the defaults, and nothing is closed. */
export const reportSettings = pgTable(
  'report_settings',
  {
    businessId: uuid('business_id').notNull(),
    fiscalMonth: smallint('fiscal_month').notNull().default(1),
    /** The last day of the closed period. */
    closedThrough: date('closed_through'),
    countsBank: boolean('counts_bank').notNull().default(false),
    /** The day of the month on which the month before is summarized; null for never. */
    summaryDay: smallint('summary_day'),
    summaryToOwner: boolean('summary_to_owner').notNull().default(true),
    /** Also gets the summary; empty for nobody. */
    accountantEmail: text('accountant_email').notNull().default(''),
    summaryBasis: text('summary_basis', { enum: ['accrual', 'cash'] })
      .notNull()
      .default('accrual'),
    /** The first day of the last month that was summarized or skipped. */
    summaryLastMonth: date('summary_last_month'),
    /** Kept by the database: plan-summary.sql. */
    nextSummaryAt: moment('next_summary_at'),
    /** Addresses that stopped these emails with the link in one of them. */
    summaryStopped: text('summary_stopped').array().notNull().default([]),
    /** Signs those links. */
    summaryKey: bytea('summary_key'),
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
