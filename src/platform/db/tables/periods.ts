import {
  bigint,
  boolean,
  date,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { bytea, moment, tenantKey, times } from './columns.ts'

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
    /** Also gets the summary; empty if only the owner does. */
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
    /** By account of the journal. */
    accountCodes: jsonb('account_codes')
      .$type<Readonly<Record<string, { code: string; name: string }>>>()
      .notNull()
      .default({}),
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

export const reportPackages = pgTable(
  'report_packages',
  {
    ...tenantKey,
    createdBy: uuid('created_by').notNull(),
    requestId: uuid('request_id').notNull(),
    fromDay: date('from_day').notNull(),
    toDay: date('to_day').notNull(),
    basis: text('basis', { enum: ['accrual', 'cash'] }).notNull(),
    state: text('state', { enum: ['waiting', 'running', 'ready', 'failed'] })
      .notNull()
      .default('waiting'),
    /** Files. */
    done: integer('done').notNull().default(0),
    total: integer('total').notNull().default(0),
    problem: text('problem'),
    parts: uuid('parts').array().notNull().default([]),
    byteCount: bigint('byte_count', { mode: 'number' }).notNull().default(0),
    ...times,
    finishedAt: moment('finished_at'),
  },
  (table) => [primaryKey({ columns: [table.businessId, table.id] })],
)
