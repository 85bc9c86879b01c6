import { boolean, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { documentStyle, id, lateFeeTerms, moment, times } from './columns.ts'

export const businesses = pgTable('businesses', {
  id: id(),
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
  currency: text('currency').notNull().default('USD'),
  locale: text('locale').notNull().default('en-US'),
  country: text('country').notNull().default(''),
  taxId: text('tax_id').notNull().default(''),
  ...documentStyle,
  // The proposal for new invoices, in the home currency.
  ...lateFeeTerms,
  deletionRequestedAt: moment('deletion_requested_at'),
  deleteAfter: moment('delete_after'),
  suspendedAt: moment('suspended_at'),
  firstStepsHiddenAt: moment('first_steps_hidden_at'),
  ...times,
})

export const members = pgTable('members', {
  businessId: uuid('business_id').notNull(),
  userId: uuid('user_id').notNull(),
  role: text('role', { enum: ['owner'] }).notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
})
