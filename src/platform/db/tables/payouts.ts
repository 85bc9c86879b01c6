import { boolean, date, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { payoutEntryKinds } from '../../cards/card-provider.ts'
import { minor, moment, tenantKey } from './columns.ts'

const provider = () => text('provider', { enum: ['card', 'paypal'] }).notNull()

export const payouts = pgTable('payouts', {
  ...tenantKey,
  provider: provider(),
  providerPayoutId: text('provider_payout_id').notNull(),
  isOwn: boolean('is_own').notNull(),
  isTest: boolean('is_test').notNull(),
  currency: text('currency').notNull(),
  amountMinor: minor('amount_minor'),
  state: text('state', { enum: ['in-transit', 'paid', 'failed', 'canceled'] }).notNull(),
  arrivesOn: date('arrives_on').notNull(),
  isItemized: boolean('is_itemized').notNull(),
  entriesMinor: minor('entries_minor'),
  feeMinor: minor('fee_minor'),
  transactionId: uuid('transaction_id'),
  feeExpenseId: uuid('fee_expense_id'),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
})

export const payoutEntries = pgTable('payout_entries', {
  businessId: uuid('business_id').notNull(),
  payoutId: uuid('payout_id').notNull(),
  position: integer('position').notNull(),
  providerEntryId: text('provider_entry_id').notNull(),
  kind: text('kind', { enum: payoutEntryKinds }).notNull(),
  amountMinor: minor('amount_minor'),
  feeMinor: minor('fee_minor'),
  at: moment('at').notNull(),
  providerPaymentId: text('provider_payment_id'),
  providerRefundId: text('provider_refund_id'),
  description: text('description').notNull().default(''),
})

export const payoutAccounts = pgTable('payout_accounts', {
  businessId: uuid('business_id').notNull(),
  provider: provider(),
  askedAt: moment('asked_at').notNull(),
  answeredAt: moment('answered_at'),
  problem: text('problem', { enum: ['forbidden', 'refused'] }),
})
