import { boolean, integer, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { changedColumns, moment, tenantKey } from './columns.ts'

export const savedCards = pgTable('saved_cards', {
  ...tenantKey,
  seriesId: uuid('series_id').notNull(),
  clientId: uuid('client_id'),
  customerId: text('customer_id').notNull(),
  paymentMethodId: text('payment_method_id').notNull(),
  brand: text('brand').notNull(),
  last4: text('last4').notNull(),
  expMonth: smallint('exp_month').notNull(),
  expYear: smallint('exp_year').notNull(),
  isOwn: boolean('is_own').notNull(),
  isTest: boolean('is_test').notNull(),
  checkoutId: uuid('checkout_id').notNull(),
  consentedAt: moment('consented_at').notNull(),
  consentText: text('consent_text').notNull(),
  consentIp: text('consent_ip').notNull(),
  endedAt: moment('ended_at'),
  endedBy: text('ended_by', { enum: ['client', 'owner', 'declined', 'removed', 'account', 'replaced'] }),
})

export const autopayCharges = pgTable('autopay_charges', {
  businessId: uuid('business_id').notNull(),
  seriesId: uuid('series_id').notNull(),
  period: integer('period').notNull(),
  part: smallint('part').notNull(),
  invoiceId: uuid('invoice_id').notNull(),
  cardId: uuid('card_id').notNull(),
  checkoutId: uuid('checkout_id'),
  state: text('state', { enum: ['running', 'paid', 'declined', 'failed'] }).notNull(),
  reason: text('reason'),
  ...changedColumns,
})
