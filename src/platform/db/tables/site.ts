import { bigint, pgSchema, text } from 'drizzle-orm/pg-core'

/** Tables of the operator, which belong to no business. */
const platform = pgSchema('platform')

export const helpVotes = platform.table('help_votes', {
  article: text('article').primaryKey(),
  helpful: bigint('helpful', { mode: 'number' }).notNull().default(0),
  notHelpful: bigint('not_helpful', { mode: 'number' }).notNull().default(0),
})
