import { boolean, date, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { moment, tenantKey } from './columns.ts'

export const reminderSettings = pgTable('reminder_settings', {
  businessId: uuid('business_id').primaryKey(),
  hasOwnSeries: boolean('has_own_series').notNull().default(false),
  sendHour: smallint('send_hour').notNull().default(9),
  updatedAt: moment('updated_at').notNull().defaultNow(),
})

export const reminderSteps = pgTable('reminder_steps', {
  businessId: uuid('business_id').notNull(),
  offsetDays: smallint('offset_days').notNull(),
  subject: text('subject'),
  body: text('body'),
})

export const reminders = pgTable('reminders', {
  ...tenantKey,
  invoiceId: uuid('invoice_id').notNull(),
  offsetDays: smallint('offset_days'),
  state: text('state', { enum: ['sent', 'skipped', 'missed'] }).notNull(),
  isAutomatic: boolean('is_automatic').notNull(),
  mailId: uuid('mail_id'),
  at: moment('at').notNull(),
  dueDate: date('due_date'),
})
