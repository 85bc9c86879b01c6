import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { moment, tenantKey } from './columns.ts'

export const taxRates = pgTable('tax_rates', {
  ...tenantKey,
  name: text('name').notNull(),
  rate: integer('rate').notNull(),
  description: text('description').notNull().default(''),
  isDefault: boolean('is_default').notNull().default(false),
  createdAt: moment('created_at').notNull().defaultNow(),
})
