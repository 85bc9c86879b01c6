import { sql } from 'drizzle-orm'
import { bigint, boolean, date, jsonb, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import type { CheckoutRequest } from '../../cards/card-provider.ts'
import { minor, moment, movedColumns, tenantKey, times } from './columns.ts'

const gainMinor = () => bigint('gain_minor', { mode: 'number' })

export const payments = pgTable('payments', {
  ...tenantKey,
  invoiceId: uuid('invoice_id'),
  /** Of the invoice. Set by the database. */
  clientId: uuid('client_id'),
  invoiceNumber: text('invoice_number').notNull(),
  method: text('method', {
    enum: ['card', 'paypal', 'demo', 'cash', 'transfer', 'cheque', 'other'],
  }).notNull(),
  currency: text('currency').notNull(),
  amountMinor: minor('amount_minor'),
  creditedMinor: minor('credited_minor').default(0),
  receivedAt: moment('received_at').notNull(),
  receivedOn: date('received_on').notNull(),
  note: text('note').notNull().default(''),
  providerPaymentId: text('provider_payment_id'),
  checkoutId: uuid('checkout_id'),
  createdBy: uuid('created_by'),
  requestId: uuid('request_id'),
  transactionId: uuid('transaction_id'),
  createdAt: moment('created_at').notNull().defaultNow(),
  undoneAt: moment('undone_at'),
  undoneBy: uuid('undone_by'),
  isOwn: boolean('is_own').notNull().default(false),
  isTest: boolean('is_test').notNull().default(false),
  ...movedColumns,
  gainMinor: gainMinor(),
})

export const refunds = pgTable('refunds', {
  ...tenantKey,
  paymentId: uuid('payment_id').notNull(),
  amountMinor: minor('amount_minor'),
  state: text('state', { enum: ['requested', 'pending', 'succeeded', 'failed', 'removed'] }).notNull(),
  // Set by the database.
  refundedOn: date('refunded_on')
    .notNull()
    .default(sql`current_date`),
  providerRefundId: text('provider_refund_id'),
  stillOwed: boolean('still_owed').notNull().default(false),
  createdBy: uuid('created_by'),
  // Set by the database to the currency of the payment.
  currency: text('currency').notNull().default('USD'),
  ...movedColumns,
  gainMinor: gainMinor(),
  ...times,
})

export const disputes = pgTable('disputes', {
  ...tenantKey,
  paymentId: uuid('payment_id').notNull(),
  amountMinor: minor('amount_minor'),
  reason: text('reason').notNull(),
  state: text('state', { enum: ['inquiry', 'open', 'won', 'lost', 'removed'] }).notNull(),
  providerDisputeId: text('provider_dispute_id').notNull(),
  url: text('url').notNull(),
  needsResponse: boolean('needs_response').notNull(),
  evidenceDueAt: moment('evidence_due_at'),
  stillOwed: boolean('still_owed').notNull().default(true),
  openedAt: moment('opened_at').notNull(),
  // Set by the database from `opened_at`.
  openedOn: date('opened_on')
    .notNull()
    .default(sql`current_date`),
  closedAt: moment('closed_at'),
  // Set by the database to the currency of the payment.
  currency: text('currency').notNull().default('USD'),
  ...movedColumns,
  gainMinor: gainMinor(),
  ...times,
})

export const checkouts = pgTable('checkouts', {
  ...tenantKey,
  // Set by the database to the id, if it is left out.
  pageId: uuid('page_id')
    .notNull()
    .default(sql`null`),
  position: smallint('position').notNull().default(0),
  invoiceId: uuid('invoice_id').notNull(),
  invoiceNumber: text('invoice_number').notNull(),
  currency: text('currency').notNull(),
  amountMinor: minor('amount_minor'),
  creditedMinor: minor('credited_minor').default(0),
  request: jsonb('request').$type<CheckoutRequest>().notNull(),
  state: text('state', { enum: ['opening', 'open', 'processing', 'complete', 'expired'] })
    .notNull()
    .default('opening'),
  sessionId: text('session_id'),
  url: text('url'),
  provider: text('provider', { enum: ['card', 'paypal'] })
    .notNull()
    .default('card'),
  isOwn: boolean('is_own').notNull().default(false),
  needsRecheck: boolean('look_again').notNull().default(false),
  isTest: boolean('is_test').notNull().default(false),
  isAutomatic: boolean('is_automatic').notNull().default(false),
  consent: jsonb('consent').$type<{ text: string; ip: string }>(),
  expiresAt: moment('expires_at').notNull(),
  ...times,
})

export const cardEvents = pgTable('card_events', {
  businessId: uuid('business_id').notNull(),
  id: text('id').notNull(),
  type: text('type').notNull(),
  appliedAt: moment('applied_at').notNull().defaultNow(),
})
