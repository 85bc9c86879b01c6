import { bigint, boolean, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { roles } from '../../../shared/roles.ts'
import { documentStyle, id, lateFeeTerms, moment, tenantKey, times } from './columns.ts'

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
  // In the home currency. Null if no invoice has to be approved.
  approvalAboveMinor: bigint('approval_above_minor', { mode: 'number' }),
  deletionRequestedAt: moment('deletion_requested_at'),
  deleteAfter: moment('delete_after'),
  suspendedAt: moment('suspended_at'),
  firstStepsHiddenAt: moment('first_steps_hidden_at'),
  ...times,
})

export const members = pgTable('members', {
  businessId: uuid('business_id').notNull(),
  userId: uuid('user_id').notNull(),
  role: text('role', { enum: roles }).notNull(),
  /** Set while the plan of the business does not include this member. They have no access then. */
  pausedAt: moment('paused_at'),
  /** When the owner offered this member the business. */
  offeredAt: moment('offered_at'),
  createdAt: moment('created_at').notNull().defaultNow(),
  /** The request that made this further business of its owner. */
  requestId: uuid('request_id'),
})

/** Everyone who is or was a member, by name, for what they did. */
export const people = pgTable('people', {
  businessId: uuid('business_id').notNull(),
  userId: uuid('user_id').notNull(),
  name: text('name').notNull(),
})

export const invitations = pgTable('invitations', {
  ...tenantKey,
  email: text('email').notNull(),
  role: text('role', { enum: roles }).notNull(),
  tokenHash: text('token_hash').notNull(),
  invitedBy: uuid('invited_by').notNull(),
  sentAt: moment('sent_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
  acceptedAt: moment('accepted_at'),
  acceptedBy: uuid('accepted_by'),
  withdrawnAt: moment('withdrawn_at'),
  createdAt: moment('created_at').notNull().defaultNow(),
})
