import { sql } from 'drizzle-orm'
import { bigint, boolean, date, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const moment = (name: string) => timestamp(name, { withTimezone: true })

export const categoryRules = pgTable(
  'category_rules',
  {
    businessId: uuid('business_id').notNull(),
    id: uuid('id').notNull().defaultRandom(),
    createdBy: uuid('created_by').notNull(),
    merchantKey: text('merchant_key').notNull(),
    merchant: text('merchant').notNull(),
    category: text('category').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.businessId, table.id] })],
)

export const transactions = pgTable(
  'transactions',
  {
    businessId: uuid('business_id').notNull(),
    id: uuid('id').notNull().defaultRandom(),
    accountId: uuid('account_id'),
    providerId: text('provider_id'),
    date: date('date').notNull(),
    description: text('description').notNull(),
    merchant: text('merchant'),
    merchantKey: text('merchant_key').notNull(),
    amountCents: bigint('amount_cents', { mode: 'number' }).notNull(),
    isIncome: boolean('is_income').notNull(),
    status: text('status', { enum: ['posted', 'pending'] }).notNull(),
    providerCategory: text('provider_category').notNull().default('Uncategorized'),
    ruleCategory: text('rule_category'),
    chosenCategory: text('chosen_category'),
    category: text('category')
      .notNull()
      .generatedAlwaysAs(sql`coalesce(chosen_category, rule_category, provider_category)`),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
    // Generated from description, category and amount; the expression is in the migration of the search.
    searchText: text('search_text')
      .notNull()
      .generatedAlwaysAs(sql``),
  },
  (table) => [primaryKey({ columns: [table.businessId, table.id] })],
)

export const removedTransactions = pgTable(
  'removed_transactions',
  {
    businessId: uuid('business_id').notNull(),
    providerId: text('provider_id').notNull(),
    id: uuid('id').notNull(),
    accountId: uuid('account_id').notNull(),
    chosenCategory: text('chosen_category'),
    removedAt: moment('removed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.businessId, table.providerId] })],
)
