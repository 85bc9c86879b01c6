import { bigint, boolean, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import {
  endedColumns,
  nextColumns,
  ownedColumns,
  periodKeyColumns,
  periodStateColumn,
  planColumns,
  settledColumns,
} from './columns.ts'

export const recurringSeries = pgTable(
  'recurring_series',
  {
    ...ownedColumns,
    requestId: uuid('request_id'),
    content: jsonb('content').notNull(),
    clientName: text('client_name').notNull(),
    currency: text('currency').notNull(),
    totalMinor: bigint('total_minor', { mode: 'number' }).notNull(),
    ...planColumns,
    sends: boolean('sends').notNull(),
    autopay: boolean('autopay').notNull().default(false),
    ...nextColumns,
    pausedBy: text('paused_by', { enum: ['owner', 'plan', 'error'] }),
    pauseReason: text('pause_reason'),
    ...endedColumns,
  },
  (table) => [primaryKey({ columns: [table.businessId, table.id] })],
)

export const recurringPeriods = pgTable(
  'recurring_periods',
  { ...periodKeyColumns, invoiceId: uuid('invoice_id'), ...periodStateColumn, ...settledColumns },
  (table) => [primaryKey({ columns: [table.businessId, table.seriesId, table.period] })],
)
