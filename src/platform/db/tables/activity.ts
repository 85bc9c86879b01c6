import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment, tenantKey } from './columns.ts'

/** Sensitive changes in a business. The app only adds rows and never changes them. */
export const accountActivity = pgTable('account_activity', {
  ...tenantKey,
  kind: text('kind').notNull(),
  detail: text('detail').notNull().default(''),
  userId: uuid('user_id'),
  device: text('device').notNull().default(''),
  ipAddress: text('ip_address').notNull().default(''),
  createdAt: moment('created_at').notNull().defaultNow(),
})
