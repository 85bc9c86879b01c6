import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { minor, moment, tenantKey } from './columns.ts'

export const items = pgTable('items', {
  ...tenantKey,
  description: text('description').notNull(),
  rateMinor: minor('rate_minor'),
  currency: text('currency').notNull(),
  taxNames: jsonb('tax_names').$type<string[]>(),
  uses: integer('uses').notNull().default(0),
  lastUsedAt: moment('last_used_at').notNull().defaultNow(),
  createdAt: moment('created_at').notNull().defaultNow(),
})
