import { text, uuid } from 'drizzle-orm/pg-core'
import { id, moment, platform } from '../columns.ts'

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
