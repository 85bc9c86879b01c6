import {
  boolean,
  date,
  integer,
  jsonb,
  bigint,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'

const moment = (name: string) => timestamp(name, { withTimezone: true })

export const recurringSeries = pgTable(
  'recurring_series',
  {
    businessId: uuid('business_id').notNull(),
    id: uuid('id').notNull().defaultRandom(),
    version: integer('version').notNull().default(1),
    createdBy: uuid('created_by').notNull(),
    requestId: uuid('request_id'),
    content: jsonb('content').notNull(),
    clientName: text('client_name').notNull(),
    totalCents: bigint('total_cents', { mode: 'number' }).notNull(),
    frequency: text('frequency', {
      enum: ['weekly', 'biweekly', 'monthly', 'quarterly', 'yearly'],
    }).notNull(),
    startDate: date('start_date').notNull(),
    endDate: date('end_date'),
    endCount: integer('end_count'),
    sends: boolean('sends').notNull(),
    nextPeriod: integer('next_period').notNull().default(0),
    nextOn: date('next_on'),
    // Set by the database.
    nextRunAt: moment('next_run_at'),
    pausedAt: moment('paused_at'),
    pausedBy: text('paused_by', { enum: ['owner', 'plan', 'error'] }),
    pauseReason: text('pause_reason'),
    endedAt: moment('ended_at'),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.businessId, table.id] })],
)

export const recurringPeriods = pgTable(
  'recurring_periods',
  {
    businessId: uuid('business_id').notNull(),
    seriesId: uuid('series_id').notNull(),
    period: integer('period').notNull(),
    invoiceId: uuid('invoice_id'),
    state: text('state', { enum: ['made', 'skipped'] }).notNull(),
    onDate: date('on_date').notNull(),
    at: moment('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.businessId, table.seriesId, table.period] })],
)
