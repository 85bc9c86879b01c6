import { bigint, text } from 'drizzle-orm/pg-core'
import { platform } from '../columns.ts'

export const helpVotes = platform.table('help_votes', {
  article: text('article').primaryKey(),
  helpful: bigint('helpful', { mode: 'number' }).notNull().default(0),
  notHelpful: bigint('not_helpful', { mode: 'number' }).notNull().default(0),
})
