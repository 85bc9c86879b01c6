import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  customType,
  date,
  integer,
  jsonb,
  numeric,
  pgSchema,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'

/** Tables of the operator, which belong to no business. */
export const platform = pgSchema('platform')

export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
export const minor = (name: string) => bigint(name, { mode: 'number' }).notNull()
export const id = () => uuid('id').primaryKey().defaultRandom()
export const moment = (name: string) => timestamp(name, { withTimezone: true })

/** The key of a row of a business. Only the migrations declare keys of several columns. */
export const tenantKey = {
  businessId: uuid('business_id').notNull(),
  id: uuid('id').notNull().defaultRandom(),
}

/** The member whose request wrote the row. Set by the database; null for the product itself, a client or a job. */
export const actorColumn = {
  userId: uuid('user_id').default(sql`nullif(current_setting('app.user_id', true), '')::uuid`),
}

export const times = {
  createdAt: moment('created_at').notNull().defaultNow(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
}

/** The rate of its day, of what is in another currency than the home currency. Set by the database. */
export const ratedColumns = {
  rate: numeric('rate'),
  ratedOn: date('rated_on'),
  rateSource: text('rate_source'),
  needsRate: boolean('needs_rate').notNull().default(false),
}

/** The same of money that moved, with its value in the home currency. */
export const movedColumns = { ...ratedColumns, homeMinor: bigint('home_minor', { mode: 'number' }) }

/** When a late fee is added, and how much; null for none. */
export const lateFeeTerms = {
  lateFeeTerms: jsonb('late_fee_terms').$type<{
    kind: 'percentage' | 'amount'
    value: number
    afterDays: number
    repeats: 'once' | 'monthly'
    maxMinor: number | null
  }>(),
}

/** The look of documents. */
export const documentStyle = {
  documentLook: text('document_look', { enum: ['classic', 'modern', 'compact'] })
    .notNull()
    .default('classic'),
  accentColour: text('accent_colour').notNull().default('#0d5f5a'),
  logoPosition: text('logo_position', { enum: ['left', 'center', 'right'] })
    .notNull()
    .default('left'),
}

// The columns that recurring invoices and recurring expenses share. They are groups, because an export lists
// the columns of a table in the order in which the table names them.

export const ownedColumns = {
  businessId: uuid('business_id').notNull(),
  id: uuid('id').notNull().defaultRandom(),
  version: integer('version').notNull().default(1),
  createdBy: uuid('created_by').notNull(),
}

export const planColumns = {
  frequency: text('frequency', {
    enum: ['weekly', 'biweekly', 'monthly', 'quarterly', 'yearly'],
  }).notNull(),
  startDate: date('start_date').notNull(),
  endDate: date('end_date'),
  endCount: integer('end_count'),
}

export const nextColumns = {
  nextPeriod: integer('next_period').notNull().default(0),
  nextOn: date('next_on'),
  // Set by the database.
  nextRunAt: moment('next_run_at'),
  pausedAt: moment('paused_at'),
}

export const changedColumns = {
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
}

export const endedColumns = { endedAt: moment('ended_at'), ...changedColumns }

export const periodKeyColumns = {
  businessId: uuid('business_id').notNull(),
  seriesId: uuid('series_id').notNull(),
  period: integer('period').notNull(),
}

export const periodStateColumn = { state: text('state', { enum: ['made', 'skipped'] }).notNull() }

export const settledColumns = {
  onDate: date('on_date').notNull(),
  at: moment('at').notNull(),
}
