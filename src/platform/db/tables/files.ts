import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { bytea, moment, tenantKey } from './columns.ts'

export const files = pgTable('files', {
  ...tenantKey,
  kind: text('kind', { enum: ['logo'] }).notNull(),
  contentType: text('content_type').notNull(),
  width: integer('width').notNull(),
  height: integer('height').notNull(),
  bytes: bytea('bytes').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
})
