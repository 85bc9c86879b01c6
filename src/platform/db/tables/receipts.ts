import { bigint, boolean, customType, date, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment, tenantKey, times } from './columns.ts'

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

export const storedFiles = pgTable('stored_files', {
  businessId: uuid('business_id').notNull(),
  id: uuid('id').notNull(),
  contentType: text('content_type').notNull(),
  byteCount: bigint('byte_count', { mode: 'number' }).notNull(),
  sha256: text('sha256').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
})

/** A place on a page: the four corners of a text, from 0 to 1 of the page's width and height. */
export interface PageArea {
  page: number
  quad: [number, number][]
}

/** What the reader said about a field: how sure it is, from 0 to 1, and where it read it. */
export interface FieldReading {
  confidence: number
  area: PageArea | null
}

export type ReadField = 'merchant' | 'date' | 'total' | 'tax' | 'currency' | 'cardLast4'

/** A field that the reader did not find, or was not sure enough about, is missing. */
export type Reading = Partial<Record<ReadField, FieldReading>>

export interface ReceiptItem {
  description: string
  amountMinor: number
}

export interface ReceiptPage {
  id: string
  width: number
  height: number
}

export interface ReceiptSuggestion {
  kind: 'expense' | 'transaction'
  id: string
}

export const receipts = pgTable('receipts', {
  ...tenantKey,
  version: integer('version').notNull().default(1),
  createdBy: uuid('created_by'),
  requestId: uuid('request_id'),
  source: text('source', { enum: ['upload', 'email'] }).notNull(),
  sender: text('sender'),
  fileName: text('file_name').notNull().default(''),
  originalId: uuid('original_id').notNull(),
  pages: jsonb('pages').$type<ReceiptPage[]>().notNull().default([]),
  thumbnailId: uuid('thumbnail_id'),
  state: text('state', { enum: ['waiting', 'read', 'unreadable'] })
    .notNull()
    .default('waiting'),
  problem: text('problem'),
  claimedUntil: moment('claimed_until'),
  claim: uuid('claim'),
  tries: integer('tries').notNull().default(0),
  merchant: text('merchant'),
  date: date('date'),
  currency: text('currency'),
  totalMinor: bigint('total_minor', { mode: 'number' }),
  taxMinor: bigint('tax_minor', { mode: 'number' }),
  cardLast4: text('card_last4'),
  items: jsonb('items').$type<ReceiptItem[]>().notNull().default([]),
  reading: jsonb('reading').$type<Reading>(),
  text: text('text').notNull().default(''),
  search: tsvector('search').notNull().generatedAlwaysAs(''),
  look: bigint('look', { mode: 'bigint' }),
  duplicateOf: uuid('duplicate_of'),
  taken: jsonb('taken').$type<{ at?: string; latitude?: number; longitude?: number }>(),
  expenseId: uuid('expense_id'),
  transactionId: uuid('transaction_id'),
  suggestion: jsonb('suggestion').$type<ReceiptSuggestion>(),
  declined: uuid('declined').array().notNull().default([]),
  filedBy: text('filed_by', { enum: ['owner', 'match'] }),
  checkedAt: moment('checked_at'),
  ...times,
})

export const receiptSettings = pgTable('receipt_settings', {
  businessId: uuid('business_id').primaryKey(),
  mailName: text('mail_name'),
  mailSenders: text('mail_senders').array().notNull().default([]),
  keepsLocation: boolean('keeps_location').notNull().default(false),
  missingFromMinor: bigint('missing_from_minor', { mode: 'number' }),
  updatedAt: moment('updated_at').notNull().defaultNow(),
})
