import { sql } from 'drizzle-orm'
import { bigint, date, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { movedColumns } from './columns.ts'
import {
  changedColumns,
  endedColumns,
  nextColumns,
  ownedColumns,
  periodKeyColumns,
  periodStateColumn,
  planColumns,
  settledColumns,
} from './columns.ts'

export const expenses = pgTable(
  'expenses',
  {
    ...ownedColumns,
    requestId: uuid('request_id'),
    currency: text('currency').notNull(),
    amountMinor: bigint('amount_minor', { mode: 'number' }).notNull(),
    category: text('category').notNull(),
    date: date('date').notNull(),
    notes: text('notes').notNull().default(''),
    searchText: text('search_text')
      .notNull()
      .generatedAlwaysAs(sql`lower(notes)`),
    seriesId: uuid('series_id'),
    transactionId: uuid('transaction_id'),
    ...movedColumns,
    ...changedColumns,
  },
  (table) => [primaryKey({ columns: [table.businessId, table.id] })],
)

export const recurringExpenses = pgTable(
  'recurring_expenses',
  {
    ...ownedColumns,
    currency: text('currency').notNull(),
    amountMinor: bigint('amount_minor', { mode: 'number' }).notNull(),
    category: text('category').notNull(),
    notes: text('notes').notNull().default(''),
    ...planColumns,
    ...nextColumns,
    ...endedColumns,
  },
  (table) => [primaryKey({ columns: [table.businessId, table.id] })],
)

export const recurringExpensePeriods = pgTable(
  'recurring_expense_periods',
  { ...periodKeyColumns, ...periodStateColumn, expenseId: uuid('expense_id'), ...settledColumns },
  (table) => [primaryKey({ columns: [table.businessId, table.seriesId, table.period] })],
)
