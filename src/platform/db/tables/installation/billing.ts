import { boolean, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { minor, moment, platform, times } from '../columns.ts'

export const subscriptions = pgTable('subscriptions', {
  businessId: uuid('business_id').primaryKey(),
  customerId: text('customer_id'),
  subscriptionId: text('subscription_id'),
  plan: text('plan', { enum: ['free', 'pro', 'enterprise'] })
    .notNull()
    .default('free'),
  billingInterval: text('billing_interval', { enum: ['month', 'year'] }),
  status: text('status', {
    enum: ['none', 'trialing', 'active', 'past_due', 'unpaid', 'paused', 'incomplete', 'canceled'],
  })
    .notNull()
    .default('none'),
  currentPeriodEnd: moment('current_period_end'),
  cancelAtPeriodEnd: boolean('cancel_at_period_end').notNull().default(false),
  endedAt: moment('ended_at'),
  trialUsedAt: moment('trial_used_at'),
  checkoutId: uuid('checkout_id'),
  checkoutRequest: jsonb('checkout_request'),
  checkoutSessionId: text('checkout_session_id'),
  checkoutUrl: text('checkout_url'),
  checkoutExpiresAt: moment('checkout_expires_at'),
  asked: integer('asked').notNull().default(0),
  applied: integer('applied').notNull().default(0),
  needsRecheck: boolean('look_again').notNull().default(false),
  ...times,
})

export const subscriptionRevenue = platform.table('subscription_revenue', {
  customerId: text('customer_id').primaryKey(),
  isLive: boolean('is_live').notNull(),
  paidMinor: minor('paid_minor'),
  updatedAt: moment('updated_at').notNull().defaultNow(),
})
