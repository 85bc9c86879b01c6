import { sql } from 'drizzle-orm'
import { bigint, date, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const moment = (name: string) => timestamp(name, { withTimezone: true })

export const expenses = pgTable(
  'expenses',
  {
    businessId: uuid('business_id').notNull(),
    id: uuid('id').notNull().defaultRandom(),
    version: integer('version').notNull().default(1),
    createdBy: uuid('created_by').notNull(),
    requestId: uuid('request_id'),
    amountCents: bigint('amount_cents', { mode: 'number' }).notNull(),
    category: text('category').notNull(),
    date: date('date').notNull(),
    notes: text('notes').notNull().default(''),
    searchText: text('search_text')
      .notNull()
      .generatedAlwaysAs(sql`lower(notes)`),
    seriesId: uuid('series_id'),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.businessId, table.id] })],
)

export const recurringExpenses = pgTable(
  'recurring_expenses',
  {
    businessId: uuid('business_id').notNull(),
    id: uuid('id').notNull().defaultRandom(),
    version: integer('version').notNull().default(1),
    createdBy: uuid('created_by').notNull(),
    amountCents: bigint('amount_cents', { mode: 'number' }).notNull(),
    category: text('category').notNull(),
    notes: text('notes').notNull().default(''),
    frequency: text('frequency', {
      enum: ['weekly', 'biweekly', 'monthly', 'quarterly', 'yearly'],
    }).notNull(),
    startDate: date('start_date').notNull(),
    endDate: date('end_date'),
    endCount: integer('end_count'),
    nextPeriod: integer('next_period').notNull().default(0),
    nextOn: date('next_on'),
    // Set by the database.
    nextRunAt: moment('next_run_at'),
    pausedAt: moment('paused_at'),
    endedAt: moment('ended_at'),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.businessId, table.id] })],
)

export const recurringExpensePeriods = pgTable(
  'recurring_expense_periods',
  {
    businessId: uuid('business_id').notNull(),
    seriesId: uuid('series_id').notNull(),
    period: integer('period').notNull(),
    state: text('state', { enum: ['made', 'skipped'] }).notNull(),
    expenseId: uuid('expense_id'),
    onDate: date('on_date').notNull(),
    at: moment('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.businessId, table.seriesId, table.period] })],
)
