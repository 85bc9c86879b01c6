import { jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { tenantKey, times } from './columns.ts'

export const invoiceTemplates = pgTable('invoice_templates', {
  ...tenantKey,
  name: text('name').notNull(),
  content: jsonb('content').notNull(),
  ...times,
})
