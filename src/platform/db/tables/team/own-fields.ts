import { boolean, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { moment, tenantKey, times } from '../columns.ts'

/** Of a client or an invoice: what its own fields hold, by the id of the field. */
export const ownFieldValues = {
  ownFields: jsonb('own_fields').$type<Record<string, string>>().notNull().default({}),
}

export const ownFields = pgTable('own_fields', {
  ...tenantKey,
  target: text('target', { enum: ['client', 'invoice'] }).notNull(),
  label: text('label').notNull(),
  kind: text('kind', { enum: ['text', 'number', 'date', 'choice'] }).notNull(),
  choices: text('choices').array().notNull().default([]),
  onDocuments: boolean('on_documents').notNull().default(false),
  position: integer('position').notNull(),
  archivedAt: moment('archived_at'),
  ...times,
})
