import { date, numeric, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { moment, platform } from './columns.ts'

export const referenceRates = platform.table(
  'reference_rates',
  {
    currency: text('currency').notNull(),
    day: date('day').notNull(),
    rate: numeric('rate').notNull(),
    source: text('source').notNull(),
  },
  (table) => [primaryKey({ columns: [table.currency, table.day] })],
)

export const exchangeRates = pgTable(
  'exchange_rates',
  {
    businessId: uuid('business_id').notNull(),
    currency: text('currency').notNull(),
    day: date('day').notNull(),
    rate: numeric('rate').notNull(),
    createdBy: uuid('created_by').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.businessId, table.currency, table.day] })],
)
