import { date, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { minor, moment, tenantKey, times } from './columns.ts'

export const timeEntries = pgTable('time_entries', {
  ...tenantKey,
  version: integer('version').notNull().default(1),
  createdBy: uuid('created_by').notNull(),
  requestId: uuid('request_id').notNull(),
  clientId: uuid('client_id').notNull(),
  description: text('description').notNull().default(''),
  onDate: date('on_date').notNull(),
  startedAt: moment('started_at'),
  endedAt: moment('ended_at'),
  seconds: integer('seconds'),
  rateMinor: minor('rate_minor'),
  currency: text('currency').notNull(),
  invoiceId: uuid('invoice_id'),
  ...times,
})
