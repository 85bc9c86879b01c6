import { sql } from 'drizzle-orm'
import { bigint, date, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
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

export interface StoredExpenseTax {
  name: string
  /** In thousandths of a percent; null if it is not known. */
  rate: number | null
  amountMinor: number
}

/** How the amount of an expense comes about. */
export interface StoredMileage {
  /** In thousandths of the unit. */
  distance: number
  unit: 'km' | 'mi'
  /** For one unit, in thousandths of the minor unit. */
  rate: number
}

const taxes = jsonb('taxes').$type<StoredExpenseTax[]>().notNull().default([])

/** SQL: what an expense was for, "Paper House: Envelopes", of the table with this alias. */
export const expenseText = (alias: string) =>
  `concat_ws(': ', nullif(${alias}.vendor, ''), nullif(${alias}.notes, ''))`

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
    vendor: text('vendor').notNull().default(''),
    /** Contained in the amount; the business can reclaim them. */
    taxes,
    mileage: jsonb('mileage').$type<StoredMileage>(),
    /** The client it is to be billed to, and the invoice that bills it. */
    clientId: uuid('client_id'),
    billedInvoiceId: uuid('billed_invoice_id'),
    searchText: text('search_text')
      .notNull()
      .generatedAlwaysAs(sql`lower(vendor || ' ' || notes)`),
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
    vendor: text('vendor').notNull().default(''),
    taxes,
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
