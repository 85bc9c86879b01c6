import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, moment, tenantKey } from '../columns.ts'

export const dataKeys = pgTable('data_keys', {
  businessId: uuid('business_id').primaryKey(),
  wrapped: bytea('wrapped').notNull(),
  masterVersion: integer('master_version').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
  rewrappedAt: moment('rewrapped_at'),
})

export const secretAccesses = pgTable('secret_accesses', {
  ...tenantKey,
  secret: text('secret').notNull(),
  reason: text('reason').notNull(),
  userId: uuid('user_id'),
  createdAt: moment('created_at').notNull().defaultNow(),
})
