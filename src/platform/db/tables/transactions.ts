import { sql } from 'drizzle-orm'
import { boolean, date, jsonb, pgTable, real, text, uuid } from 'drizzle-orm/pg-core'
import { minor, moment, tenantKey } from './columns.ts'

export const categoryRules = pgTable('category_rules', {
  ...tenantKey,
  createdBy: uuid('created_by').notNull(),
  merchantKey: text('merchant_key').notNull(),
  merchant: text('merchant').notNull(),
  category: text('category').notNull(),
  createdAt: moment('created_at').notNull(),
})

export const transactions = pgTable('transactions', {
  ...tenantKey,
  accountId: uuid('account_id'),
  providerId: text('provider_id'),
  date: date('date').notNull(),
  description: text('description').notNull(),
  merchant: text('merchant'),
  merchantKey: text('merchant_key').notNull(),
  currency: text('currency').notNull(),
  amountMinor: minor('amount_minor'),
  isIncome: boolean('is_income').notNull(),
  status: text('status', { enum: ['posted', 'pending'] }).notNull(),
  providerCategory: text('provider_category').notNull().default('Uncategorized'),
  ruleCategory: text('rule_category'),
  chosenCategory: text('chosen_category'),
  category: text('category')
    .notNull()
    .generatedAlwaysAs(sql`coalesce(chosen_category, rule_category, provider_category)`),
  importId: uuid('import_id'),
  bankId: text('bank_id'),
  reference: text('reference'),
  transferId: uuid('transfer_id'),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
  // Generated from description, category and amount; the expression is in the migration of the search.
  searchText: text('search_text')
    .notNull()
    .generatedAlwaysAs(sql``),
})

export const removedTransactions = pgTable('removed_transactions', {
  businessId: uuid('business_id').notNull(),
  providerId: text('provider_id').notNull(),
  id: uuid('id').notNull(),
  accountId: uuid('account_id').notNull(),
  chosenCategory: text('chosen_category'),
  removedAt: moment('removed_at').notNull(),
})

/** What a transaction covers of an invoice, payment, expense, receipt, transaction or payout. */
export interface StoredTarget {
  id: string
  amountMinor: number
  /** What was open of an invoice, or the whole amount of another target, when it was suggested. */
  ofMinor: number
}

export const transactionMatches = pgTable('transaction_matches', {
  ...tenantKey,
  transactionId: uuid('transaction_id').notNull(),
  state: text('state', { enum: ['suggested', 'accepted', 'declined'] })
    .notNull()
    .default('suggested'),
  band: text('band', { enum: ['auto', 'suggest'] }).notNull(),
  kind: text('kind', {
    enum: ['invoices', 'payment', 'expense', 'receipt', 'transfer', 'payout'],
  }).notNull(),
  targets: jsonb('targets').$type<StoredTarget[]>().notNull(),
  targetKey: text('target_key').notNull(),
  reason: text('reason').notNull(),
  score: real('score').notNull(),
  merchantKey: text('merchant_key').notNull(),
  clientId: uuid('client_id'),
  decidedBy: text('decided_by', { enum: ['owner', 'rule'] }),
  decidedAt: moment('decided_at'),
  createdAt: moment('created_at').notNull().defaultNow(),
})

export const matchingSettings = pgTable('matching_settings', {
  businessId: uuid('business_id').notNull(),
  acceptsCertain: boolean('accepts_certain').notNull().default(true),
  updatedAt: moment('updated_at').notNull().defaultNow(),
})
