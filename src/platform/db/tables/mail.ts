import { boolean, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** A document that is rendered and attached when the mail is delivered: its kind and its data. */
export interface MailAttachment {
  kind: string
  facts: unknown
}

export const mails = pgTable('mails', {
  id: uuid('id').primaryKey().defaultRandom(),
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
  attachment: jsonb('attachment').$type<MailAttachment>(),
  onBehalf: boolean('on_behalf').notNull().default(false),
  waitsForAccount: boolean('waits_for_account').notNull().default(false),
  claimedUntil: timestamp('claimed_until', { withTimezone: true }),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  sentAt: timestamp('sent_at', { withTimezone: true }),
})
