import { jsonb, text, uuid } from 'drizzle-orm/pg-core'
import { id, moment, platform } from '../columns.ts'

/** Append-only: the database refuses updates and deletes. */
export const auditLog = platform.table('audit_log', {
  id: id(),
  createdAt: moment('created_at').notNull().defaultNow(),
  actorId: uuid('actor_id').notNull(),
  actorEmail: text('actor_email').notNull(),
  action: text('action').notNull(),
  targetId: uuid('target_id'),
  targetLabel: text('target_label'),
  details: jsonb('details').$type<Record<string, string>>().notNull().default({}),
  ipAddress: text('ip_address').notNull(),
  userAgent: text('user_agent'),
})
