import { boolean, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { tenantKey, times } from './columns.ts'

export const clients = pgTable('clients', {
  ...tenantKey,
  createdBy: uuid('created_by').notNull(),
  companyName: text('company_name').notNull(),
  contactName: text('contact_name').notNull().default(''),
  email: text('email').notNull(),
  phone: text('phone').notNull().default(''),
  address: text('address').notNull().default(''),
  noReminders: boolean('no_reminders').notNull().default(false),
  ...times,
})
