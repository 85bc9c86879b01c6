import { bigint, boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, moment, tenantKey } from './columns.ts'

const environment = () => text('environment', { enum: ['demo', 'sandbox', 'production'] }).notNull()
const source = () => text('source', { enum: ['demo', 'platform', 'own'] }).notNull()

/** All bytea columns in this file are encrypted. */
export const bankConnections = pgTable('bank_connections', {
  ...tenantKey,
  createdBy: uuid('created_by').notNull(),
  requestId: uuid('request_id'),
  source: source(),
  environment: environment(),
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
