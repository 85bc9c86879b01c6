import { text } from 'drizzle-orm/pg-core'

/** How a document looks: the columns of whatever has such a choice. */
export const documentStyle = {
  documentLook: text('document_look', { enum: ['classic', 'modern', 'compact'] })
    .notNull()
    .default('classic'),
  accentColour: text('accent_colour').notNull().default('#0d5f5a'),
  logoPosition: text('logo_position', { enum: ['left', 'center', 'right'] })
    .notNull()
    .default('left'),
}
