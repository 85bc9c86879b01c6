import { boolean, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { tenantKey, times } from './columns.ts'

export const dataImports = pgTable('data_imports', {
  ...tenantKey,
  createdBy: uuid('created_by').notNull(),
  requestId: uuid('request_id').notNull(),
  fileName: text('file_name').notNull().default(''),
  fileId: uuid('file_id'),
  source: text('source', {
    enum: ['freshbooks', 'quickbooks', 'wave', 'xero', 'stripe', 'invoice-ninja', 'millrace', 'other'],
  }).notNull(),
  kind: text('kind', { enum: ['clients', 'invoices', 'expenses'] }).notNull(),
  state: text('state', {
    enum: ['preview', 'importing', 'imported', 'failed', 'undoing', 'undone'],
  })
    .notNull()
    .default('preview'),
  problem: text('problem'),
  choices: jsonb('choices').$type<Record<string, unknown>>().notNull().default({}),
  reading: jsonb('reading').$type<Record<string, unknown>>().notNull().default({}),
  companyEmail: text('company_email').notNull().default(''),
  done: integer('done').notNull().default(0),
  total: integer('total').notNull().default(0),
  added: integer('added').notNull().default(0),
  skipped: integer('skipped').notNull().default(0),
  kept: integer('kept').notNull().default(0),
  ...times,
})

export const dataImportRows = pgTable('data_import_rows', {
  businessId: uuid('business_id').notNull(),
  importId: uuid('import_id').notNull(),
  position: integer('position').notNull(),
  rowNumber: integer('row_number').notNull(),
  state: text('state', { enum: ['good', 'error', 'existing', 'left_out'] }).notNull(),
  chosen: boolean('chosen').notNull().default(false),
  cells: jsonb('cells').$type<string[][]>().notNull(),
  problems: jsonb('problems').$type<{ row: number; column: string; text: string }[]>().notNull().default([]),
  record: jsonb('record').$type<Record<string, unknown>>(),
})

export const dataImportRecords = pgTable('data_import_records', {
  businessId: uuid('business_id').notNull(),
  kind: text('kind', { enum: ['client', 'invoice', 'payment', 'expense'] }).notNull(),
  recordId: uuid('record_id').notNull(),
  importId: uuid('import_id').notNull(),
})
