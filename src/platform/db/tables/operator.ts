import { bigint, boolean, jsonb, pgSchema, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** What belongs to the operator and to no business. */
const platform = pgSchema('platform')

const moment = (name: string) => timestamp(name, { withTimezone: true })
const id = () => uuid('id').primaryKey().defaultRandom()

/** Only ever added to; the database refuses everything else. */
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

export const contactMessages = platform.table('contact_messages', {
  id: id(),
  createdAt: moment('created_at').notNull().defaultNow(),
  name: text('name').notNull(),
  email: text('email').notNull(),
  subject: text('subject').notNull(),
  message: text('message').notNull(),
  state: text('state', { enum: ['open', 'answered', 'closed'] })
    .notNull()
    .default('open'),
  mailId: uuid('mail_id'),
  updatedAt: moment('updated_at').notNull().defaultNow(),
})

export const contactReplies = platform.table('contact_replies', {
  id: id(),
  messageId: uuid('message_id').notNull(),
  requestId: uuid('request_id').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
  authorEmail: text('author_email').notNull(),
  body: text('body').notNull(),
  mailId: uuid('mail_id'),
})

export const subscriptionRevenue = platform.table('subscription_revenue', {
  customerId: text('customer_id').primaryKey(),
  isLive: boolean('is_live').notNull(),
  paidCents: bigint('paid_cents', { mode: 'number' }).notNull(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
})

export const helpVotes = platform.table('help_votes', {
  article: text('article').primaryKey(),
  helpful: bigint('helpful', { mode: 'number' }).notNull().default(0),
  notHelpful: bigint('not_helpful', { mode: 'number' }).notNull().default(0),
})
