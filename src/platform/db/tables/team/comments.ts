import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment, tenantKey } from '../columns.ts'

export const comments = pgTable('comments', {
  ...tenantKey,
  invoiceId: uuid('invoice_id'),
  expenseId: uuid('expense_id'),
  transactionId: uuid('transaction_id'),
  body: text('body').notNull(),
  createdBy: uuid('created_by').notNull(),
  requestId: uuid('request_id').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
  editedAt: moment('edited_at'),
})

export const mentions = pgTable('mentions', {
  ...tenantKey,
  commentId: uuid('comment_id').notNull(),
  userId: uuid('user_id').notNull(),
  seenAt: moment('seen_at'),
  createdAt: moment('created_at').notNull().defaultNow(),
})
