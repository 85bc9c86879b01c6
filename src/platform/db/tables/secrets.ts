import { integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { bytea } from './bytea.ts'

export const dataKeys = pgTable('data_keys', {
  businessId: uuid('business_id').primaryKey(),
  wrapped: bytea('wrapped').notNull(),
  masterVersion: integer('master_version').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  rewrappedAt: timestamp('rewrapped_at', { withTimezone: true }),
})

export const secretAccesses = pgTable(
  'secret_accesses',
  {
    businessId: uuid('business_id').notNull(),
    id: uuid('id').notNull().defaultRandom(),
    secret: text('secret').notNull(),
    reason: text('reason').notNull(),
    userId: uuid('user_id'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.businessId, table.id] })],
)
