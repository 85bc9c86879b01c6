import { bigint, boolean, date, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, moment, tenantKey, times } from './columns.ts'

const environment = () => text('environment', { enum: ['demo', 'sandbox', 'production'] }).notNull()
const source = () => text('source', { enum: ['demo', 'platform', 'own'] }).notNull()

/** All bytea columns in this file are encrypted. */
export const bankConnections = pgTable('bank_connections', {
  ...tenantKey,
  createdBy: uuid('created_by').notNull(),
  requestId: uuid('request_id'),
  source: text('source', { enum: ['demo', 'platform', 'own', 'file'] }).notNull(),
  environment: text('environment', { enum: ['demo', 'sandbox', 'production', 'file'] }).notNull(),
  itemId: text('item_id'),
  accessToken: bytea('access_token'),
  itemTakenAt: moment('item_taken_at'),
  institutionId: text('institution_id').notNull(),
  institutionName: text('institution_name').notNull(),
  cursor: text('cursor'),
  pageCursor: text('page_cursor'),
  state: text('state', { enum: ['connected', 'reconnect', 'disconnected'] })
    .notNull()
    .default('connected'),
  problemCode: text('problem_code'),
  problem: text('problem'),
  failures: integer('failures').notNull().default(0),
  lastSyncedAt: moment('last_synced_at'),
  nextSyncAt: moment('next_sync_at'),
  removedAt: moment('removed_at'),
  webhookUrl: text('webhook_url'),
  accessEndsAt: moment('access_ends_at'),
  newAccountsAt: moment('new_accounts_at'),
  accountRevokedAt: moment('account_revoked_at'),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
})

export const bankAccounts = pgTable('bank_accounts', {
  ...tenantKey,
  connectionId: uuid('connection_id').notNull(),
  providerId: text('provider_id').notNull(),
  name: text('name').notNull(),
  type: text('type').notNull(),
  kind: text('kind', { enum: ['cash', 'credit', 'loan', 'investment', 'other'] })
    .notNull()
    .default('other'),
  subtype: text('subtype'),
  last4: text('last4'),
  accountNumber: bytea('account_number'),
  routingNumber: bytea('routing_number'),
  currency: text('currency').notNull(),
  balanceMinor: bigint('balance_minor', { mode: 'number' }),
  closedAt: moment('closed_at'),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
})

export const bankLinks = pgTable('bank_links', {
  ...tenantKey,
  createdBy: uuid('created_by').notNull(),
  connectionId: uuid('connection_id'),
  source: source(),
  linkToken: bytea('link_token').notNull(),
  linkTokenHash: text('link_token_hash'),
  nextCheckAt: moment('next_check_at'),
  checks: integer('checks').notNull().default(0),
  claimedAt: moment('claimed_at'),
  finishedAt: moment('finished_at'),
  expiresAt: moment('expires_at').notNull(),
  createdAt: moment('created_at').notNull(),
})

/** Items at the aggregator that belong to no connection. */
export const unattachedBankItems = pgTable('unattached_bank_items', {
  ...tenantKey,
  createdBy: uuid('created_by').notNull(),
  linkId: uuid('link_id'),
  source: source(),
  environment: environment(),
  publicTokenHash: text('public_token_hash'),
  itemId: text('item_id'),
  accessToken: bytea('access_token'),
  endAt: moment('end_at').notNull(),
  isEnding: boolean('is_ending').notNull().default(false),
  tries: integer('tries').notNull().default(0),
  createdAt: moment('created_at').notNull(),
})

/** Where a statement of a file goes. */
export interface ImportTarget {
  accountId: string | null
  bankName: string
  accountName?: string
  kind: 'cash' | 'savings' | 'credit'
  currency: string | null
  closingMinor: number | null
  skip: boolean
}

export const bankImports = pgTable('bank_imports', {
  ...tenantKey,
  createdBy: uuid('created_by').notNull(),
  requestId: uuid('request_id').notNull(),
  fileName: text('file_name').notNull().default(''),
  fileId: uuid('file_id'),
  format: text('format', { enum: ['csv', 'ofx', 'qif', 'mt940', 'camt', 'xlsx'] }).notNull(),
  shape: text('shape').notNull(),
  state: text('state', {
    enum: ['preview', 'importing', 'imported', 'failed', 'undoing', 'undone'],
  })
    .notNull()
    .default('preview'),
  problem: text('problem'),
  choices: jsonb('choices').$type<Record<string, unknown>>().notNull().default({}),
  targets: jsonb('targets').$type<ImportTarget[]>().notNull().default([]),
  done: integer('done').notNull().default(0),
  total: integer('total').notNull().default(0),
  added: integer('added').notNull().default(0),
  existing: integer('existing').notNull().default(0),
  ...times,
})

export const bankStatements = pgTable('bank_statements', {
  ...tenantKey,
  importId: uuid('import_id').notNull(),
  accountId: uuid('account_id').notNull(),
  position: integer('position').notNull(),
  firstDate: date('first_date').notNull(),
  lastDate: date('last_date').notNull(),
  openingMinor: bigint('opening_minor', { mode: 'number' }),
  closingMinor: bigint('closing_minor', { mode: 'number' }),
})

export const bankImportRows = pgTable('bank_import_rows', {
  businessId: uuid('business_id').notNull(),
  importId: uuid('import_id').notNull(),
  transactionId: uuid('transaction_id').notNull(),
  date: date('date').notNull(),
  bankId: text('bank_id'),
  textKey: text('text_key').notNull(),
})

export const bankFileShapes = pgTable('bank_file_shapes', {
  businessId: uuid('business_id').notNull(),
  shape: text('shape').notNull(),
  choices: jsonb('choices').$type<Record<string, unknown>>().notNull().default({}),
  accountId: uuid('account_id'),
  updatedAt: moment('updated_at').notNull().defaultNow(),
})
