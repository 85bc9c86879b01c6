import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, moment, tenantKey } from './columns.ts'

export const clientPortals = pgTable('client_portals', {
  businessId: uuid('business_id').notNull(),
  clientId: uuid('client_id').notNull(),
  signingKey: bytea('signing_key').notNull(),
  generation: integer('generation').notNull().default(1),
  renewedAt: moment('renewed_at'),
  openedAt: moment('opened_at'),
  codeHash: bytea('code_hash'),
  codeExpiresAt: moment('code_expires_at'),
  codeFailures: integer('code_failures').notNull().default(0),
})

export const portalDevices = pgTable('portal_devices', {
  ...tenantKey,
  clientId: uuid('client_id').notNull(),
  tokenHash: bytea('token_hash').notNull(),
  expiresAt: moment('expires_at').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
})

export const portalMessages = pgTable('portal_messages', {
  ...tenantKey,
  clientId: uuid('client_id').notNull(),
  author: text('author', { enum: ['client', 'owner'] }).notNull(),
  body: text('body').notNull(),
  requestId: uuid('request_id').notNull(),
  readAt: moment('read_at'),
  createdAt: moment('created_at').notNull().defaultNow(),
})

export const clientProposals = pgTable('client_proposals', {
  ...tenantKey,
  clientId: uuid('client_id').notNull(),
  state: text('state', { enum: ['pending', 'accepted', 'declined'] })
    .notNull()
    .default('pending'),
  companyName: text('company_name').notNull(),
  contactName: text('contact_name').notNull(),
  email: text('email').notNull(),
  phone: text('phone').notNull(),
  address: text('address').notNull(),
  country: text('country').notNull(),
  taxId: text('tax_id').notNull(),
  decidedAt: moment('decided_at'),
  createdAt: moment('created_at').notNull().defaultNow(),
})
