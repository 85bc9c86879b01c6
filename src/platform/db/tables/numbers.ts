import { bigint, boolean, integer, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'

export const numbering = pgTable('numbering', {
  businessId: uuid('business_id').primaryKey(),
  style: text('style', { enum: ['random', 'sequence'] }).notNull(),
  prefix: text('prefix').notNull(),
  withYear: boolean('with_year').notNull(),
  padding: smallint('padding').notNull(),
  scope: text('scope', { enum: ['business', 'client'] }).notNull(),
  creditNotePrefix: text('credit_note_prefix').notNull().default('CN-'),
  updatedAt: moment('updated_at').notNull().defaultNow(),
})

export const numberSequences = pgTable('number_sequences', {
  businessId: uuid('business_id').notNull(),
  kind: text('kind', { enum: ['invoice', 'credit_note', 'estimate'] }).notNull(),
  scope: uuid('scope').notNull(),
  year: integer('year').notNull(),
  next: bigint('next', { mode: 'number' }).notNull(),
})
