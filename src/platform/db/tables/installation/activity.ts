import { bigint, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment, tenantKey, times } from '../columns.ts'

/** Sensitive changes in a business. The app only adds rows and never changes them. */
export const accountActivity = pgTable('account_activity', {
  ...tenantKey,
  kind: text('kind').notNull(),
  detail: text('detail').notNull().default(''),
  userId: uuid('user_id'),
  device: text('device').notNull().default(''),
  ipAddress: text('ip_address').notNull().default(''),
  createdAt: moment('created_at').notNull().defaultNow(),
})

/** An archive that is being restored into the account. */
export const accountRestores = pgTable('account_restores', {
  ...tenantKey,
  createdBy: uuid('created_by').notNull(),
  requestId: uuid('request_id').notNull(),
  state: text('state', { enum: ['uploading', 'restoring', 'restored', 'failed'] })
    .notNull()
    .default('uploading'),
  problem: text('problem'),
  byteCount: bigint('byte_count', { mode: 'number' }).notNull(),
  parts: uuid('parts').array().$type<(string | null)[]>().notNull(),
  done: bigint('done', { mode: 'number' }).notNull().default(0),
  total: bigint('total', { mode: 'number' }).notNull().default(0),
  counts: jsonb('counts').$type<Record<string, number>>().notNull().default({}),
  ...times,
})
