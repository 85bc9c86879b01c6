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
  currency: text('currency'),
  country: text('country').notNull().default(''),
  taxId: text('tax_id').notNull().default(''),
  taxTreatment: text('tax_treatment', { enum: ['standard', 'exempt', 'reverse_charge'] })
    .notNull()
    .default('standard'),
  /** Stands for the client in numbers; null until one is drawn. */
  code: text('code'),
  noReminders: boolean('no_reminders').notNull().default(false),
  ...times,
})
