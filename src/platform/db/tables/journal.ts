import { bigint, boolean, date, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { minor } from './columns.ts'

const number = (name: string) => bigint(name, { mode: 'number' })
const identity = {
  businessId: uuid('business_id').notNull(),
  id: number('id').notNull().generatedAlwaysAsIdentity(),
}
export const journalSources = ['invoice', 'payment', 'expense', 'transaction'] as const
const bases = ['both', 'accrual', 'cash'] as const

export const journal = pgTable('journal', {
  ...identity,
  source: text('source', { enum: journalSources }).notNull(),
  sourceId: uuid('source_id').notNull(),
  entry: text('entry').notNull(),
  day: date('day').notNull(),
  basis: text('basis', { enum: bases }).notNull(),
  account: text('account').notNull(),
  currency: text('currency').notNull(),
  minor: minor('minor'),
  homeMinor: number('home_minor'),
  clientId: uuid('client_id'),
  item: text('item').notNull().default(''),
  tax: text('tax').notNull().default(''),
  taxRate: integer('tax_rate'),
  baseMinor: number('base_minor'),
  baseHomeMinor: number('base_home_minor'),
  method: text('method').notNull().default(''),
  isTest: boolean('is_test').notNull().default(false),
  isCorrection: boolean('is_correction').notNull().default(false),
})

export const journalTotals = pgTable('journal_totals', {
  businessId: uuid('business_id').notNull(),
  span: text('span', { enum: ['day', 'month'] }).notNull(),
  startsOn: date('starts_on').notNull(),
  basis: text('basis', { enum: bases }).notNull(),
  account: text('account').notNull(),
  isBank: boolean('is_bank').notNull(),
  isTest: boolean('is_test').notNull(),
  currency: text('currency').notNull(),
  minor: minor('minor'),
  count: number('count').notNull(),
})

export const journalState = pgTable('journal_state', {
  businessId: uuid('business_id').notNull(),
  frozenThrough: date('frozen_through'),
})

export const journalChanges = pgTable('journal_changes', {
  ...identity,
  source: text('source', { enum: ['everything', 'closing', ...journalSources] }).notNull(),
  sourceId: uuid('source_id'),
  closedThrough: date('closed_through'),
  isFirst: boolean('is_first').notNull().default(false),
})
