import { pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** Sensitive changes in a business. The app only adds rows and never changes them. */
export const accountActivity = pgTable(
  'account_activity',
  {
    businessId: uuid('business_id').notNull(),
    id: uuid('id').notNull().defaultRandom(),
    kind: text('kind').notNull(),
    detail: text('detail').notNull().default(''),
    userId: uuid('user_id'),
    device: text('device').notNull().default(''),
    ipAddress: text('ip_address').notNull().default(''),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.businessId, table.id] })],
)
