import { boolean, pgTable, primaryKey, smallint, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const moment = (name: string) => timestamp(name, { withTimezone: true })

export const reminderSettings = pgTable('reminder_settings', {
  businessId: uuid('business_id').primaryKey(),
  hasOwnSeries: boolean('has_own_series').notNull().default(false),
  sendHour: smallint('send_hour').notNull().default(9),
  updatedAt: moment('updated_at').notNull().defaultNow(),
})

export const reminderSteps = pgTable(
  'reminder_steps',
  {
    businessId: uuid('business_id').notNull(),
    offsetDays: smallint('offset_days').notNull(),
    subject: text('subject'),
    body: text('body'),
  },
  (table) => [primaryKey({ columns: [table.businessId, table.offsetDays] })],
)

export const reminders = pgTable(
  'reminders',
  {
    businessId: uuid('business_id').notNull(),
    id: uuid('id').notNull().defaultRandom(),
    invoiceId: uuid('invoice_id').notNull(),
    offsetDays: smallint('offset_days'),
    state: text('state', { enum: ['sent', 'skipped', 'missed'] }).notNull(),
    isAutomatic: boolean('is_automatic').notNull(),
    mailId: uuid('mail_id'),
    at: moment('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.businessId, table.id] })],
)
