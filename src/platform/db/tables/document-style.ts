import { text } from 'drizzle-orm/pg-core'

/** Columns for the look of documents, shared by several tables. */
export const documentStyle = {
  documentLook: text('document_look', { enum: ['classic', 'modern', 'compact'] })
    .notNull()
    .default('classic'),
  accentColour: text('accent_colour').notNull().default('#0d5f5a'),
  logoPosition: text('logo_position', { enum: ['left', 'center', 'right'] })
    .notNull()
    .default('left'),
}
