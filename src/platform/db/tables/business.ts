import { boolean, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { documentStyle } from './document-style.ts'

export const businesses = pgTable('businesses', {
  id: uuid('id').primaryKey().defaultRandom(),
  name: text('name').notNull(),
  timeZone: text('time_zone').notNull(),
  email: text('email'),
  phone: text('phone').notNull().default(''),
  address: text('address').notNull().default(''),
  contactName: text('contact_name').notNull().default(''),
  logoId: uuid('logo_id'),
  plan: text('plan', { enum: ['free', 'pro', 'enterprise'] })
    .notNull()
    .default('free'),
  ownerVerified: boolean('owner_verified').notNull().default(false),
  ...documentStyle,
  deletionRequestedAt: timestamp('deletion_requested_at', { withTimezone: true }),
  deleteAfter: timestamp('delete_after', { withTimezone: true }),
  suspendedAt: timestamp('suspended_at', { withTimezone: true }),
  firstStepsHiddenAt: timestamp('first_steps_hidden_at', { withTimezone: true }),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
})

export const members = pgTable(
  'members',
  {
    businessId: uuid('business_id').notNull(),
    userId: uuid('user_id').notNull(),
    role: text('role', { enum: ['owner'] }).notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.businessId, table.userId] })],
)
