import { boolean, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { actorColumn, id, moment } from './columns.ts'

/** A document that is rendered and attached when the mail is delivered: its kind and its data. */
export interface MailAttachment {
  kind: string
  facts: unknown
  /** It belongs to no invoice and no estimate. The mail of another is not sent once that is deleted. */
  standsAlone?: true
}

export const mails = pgTable('mails', {
  id: id(),
  businessId: uuid('business_id'),
  kind: text('kind').notNull(),
  fromAddress: text('from_address').notNull(),
  toAddress: text('to_address').notNull(),
  replyTo: text('reply_to'),
  subject: text('subject').notNull(),
  html: text('html'),
  text: text('text'),
  hasSecret: boolean('has_secret').notNull().default(false),
  state: text('state', { enum: ['held', 'queued', 'sent', 'failed'] })
    .notNull()
    .default('queued'),
  attempts: integer('attempts').notNull().default(0),
  lastError: text('last_error'),
  invoiceId: uuid('invoice_id'),
  estimateId: uuid('estimate_id'),
  clientId: uuid('client_id'),
  attachment: jsonb('attachment').$type<MailAttachment>(),
  onBehalf: boolean('on_behalf').notNull().default(false),
  waitsForAccount: boolean('waits_for_account').notNull().default(false),
  ...actorColumn,
  claimedUntil: moment('claimed_until'),
  createdAt: moment('created_at').notNull().defaultNow(),
  sentAt: moment('sent_at'),
})

/** The invoices that a mail is about besides its own. */
export const mailInvoices = pgTable(
  'mail_invoices',
  {
    businessId: uuid('business_id').notNull(),
    mailId: uuid('mail_id').notNull(),
    invoiceId: uuid('invoice_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.businessId, table.mailId, table.invoiceId] })],
)
