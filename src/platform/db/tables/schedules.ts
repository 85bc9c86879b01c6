import { date, integer, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const moment = (name: string) => timestamp(name, { withTimezone: true })

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
