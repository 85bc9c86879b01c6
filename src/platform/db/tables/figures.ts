import { bigint, date, pgTable, text, uuid } from 'drizzle-orm/pg-core'

const kinds = ['received', 'refunded', 'spent', 'owed', 'settled', 'gained'] as const
const number = (name: string) => bigint(name, { mode: 'number' })

export const moneyTotals = pgTable('money_totals', {
  businessId: uuid('business_id').notNull(),
  span: text('span', { enum: ['day', 'month'] }).notNull(),
  startsOn: date('starts_on').notNull(),
  kind: text('kind', { enum: kinds }).notNull(),
  currency: text('currency').notNull(),
  minor: number('minor').notNull(),
  count: number('count').notNull(),
})

export const moneyChanges = pgTable('money_changes', {
  businessId: uuid('business_id').notNull(),
  id: number('id').notNull().generatedAlwaysAsIdentity(),
  kind: text('kind', { enum: kinds }).notNull(),
  day: date('day').notNull(),
  currency: text('currency').notNull(),
  minor: number('minor').notNull(),
  count: number('count').notNull(),
  /** Of the invoice that is owed or settled. */
  clientId: uuid('client_id'),
})
