import { sql } from 'drizzle-orm'
import { bigint, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment, tenantKey } from '../columns.ts'

/** What members did. Filled by the database: note-activity.sql. */
export const activity = pgTable('activity', {
  ...tenantKey,
  at: moment('at')
    .notNull()
    .default(sql`clock_timestamp()`),
  userId: uuid('user_id').notNull(),
  verb: text('verb', { enum: ['created', 'changed', 'deleted'] }).notNull(),
  subject: text('subject').notNull(),
  /** Of the document; the business for settings; null for several at once. */
  subjectId: uuid('subject_id'),
  label: text('label').notNull().default(''),
  count: bigint('count', { mode: 'number' }).notNull().default(1),
})
