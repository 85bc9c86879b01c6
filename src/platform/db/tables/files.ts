import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, moment, tenantKey } from './columns.ts'

export const files = pgTable('files', {
  ...tenantKey,
  kind: text('kind', { enum: ['logo'] }).notNull(),
  contentType: text('content_type').notNull(),
  width: integer('width').notNull(),
  height: integer('height').notNull(),
  bytes: bytea('bytes').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
})

/** Files that belong to an invoice, an expense, a client or an estimate; to nothing until that is saved. */
export const attachments = pgTable('attachments', {
  ...tenantKey,
  createdBy: uuid('created_by').notNull(),
  requestId: uuid('request_id').notNull(),
  name: text('name').notNull(),
  fileId: uuid('file_id').notNull(),
  invoiceId: uuid('invoice_id'),
  expenseId: uuid('expense_id'),
  clientId: uuid('client_id'),
  estimateId: uuid('estimate_id'),
  createdAt: moment('created_at').notNull().defaultNow(),
})
