import { bigint, date, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { documentStyle, minor, moment, tenantKey, times } from './columns.ts'

export const estimates = pgTable('estimates', {
  ...tenantKey,
  number: text('number').notNull(),
  // The sequence that the number comes from; null for a random one.
  numberScope: uuid('number_scope'),
  numberYear: integer('number_year'),
  sequenceNumber: bigint('sequence_number', { mode: 'number' }),
  version: integer('version').notNull().default(1),
  createdBy: uuid('created_by').notNull(),
  requestId: uuid('request_id'),
  status: text('status', { enum: ['open', 'accepted', 'declined'] })
    .notNull()
    .default('open'),
  clientId: uuid('client_id'),
  clientName: text('client_name').notNull(),
  clientEmail: text('client_email').notNull(),
  issueDate: date('issue_date').notNull(),
  validUntil: date('valid_until').notNull(),
  currency: text('currency').notNull(),
  locale: text('locale').notNull(),
  totalMinor: minor('total_minor'),
  content: jsonb('content').notNull(),
  sendOption: text('send_option', { enum: ['email_now', 'email_later'] }).notNull(),
  ...documentStyle,
  sentAt: moment('sent_at'),
  viewedAt: moment('viewed_at'),
  // Set by the database: when the client is to be reminded that it is about to expire.
  nextRunAt: moment('next_run_at'),
  remindedAt: moment('reminded_at'),
  decidedAt: moment('decided_at'),
  decidedBy: text('decided_by', { enum: ['client', 'owner'] }),
  /** The member who marked it by hand. */
  decidedUserId: uuid('decided_user_id'),
  decidedByName: text('decided_by_name').notNull().default(''),
  decidedIp: text('decided_ip'),
  decisionNote: text('decision_note').notNull().default(''),
  signature: jsonb('signature').$type<
    { kind: 'typed'; text: string } | { kind: 'drawn'; strokes: number[][] }
  >(),
  ...times,
})
