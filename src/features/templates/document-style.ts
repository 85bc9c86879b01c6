import { eq } from 'drizzle-orm'
import type { Database } from '../../platform/db/connect.ts'
import { businesses } from '../../platform/db/tables/business.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import { type DocumentStyle, defaultStyle } from '../business/contract.ts'
import { getOwnStyle } from '../business/queries.ts'
import { assertPlanHasTemplates } from './queries.ts'

export function getDocumentStyle(database: Database, businessId: string): Promise<DocumentStyle> {
  return withTenant(database, businessId, getOwnStyle)
}

/** Saves the style of new invoices. Going back to the default style is possible on every plan. */
export function saveDocumentStyle(
  database: Database,
  businessId: string,
  style: DocumentStyle,
): Promise<DocumentStyle> {
  return withTenant(database, businessId, async (tx) => {
    if (!isDefaultStyle(style)) await assertPlanHasTemplates(tx, 'Looks are part of the Pro plan.')
    const { look, accentColour, logoPosition } = style
    await tx.db
      .update(businesses)
      .set({ documentLook: look, accentColour, logoPosition })
      .where(eq(businesses.id, businessId))
    return getOwnStyle(tx)
  })
}

function isDefaultStyle({ look, accentColour, logoPosition }: DocumentStyle): boolean {
  return (
    look === defaultStyle.look &&
    accentColour === defaultStyle.accentColour &&
    logoPosition === defaultStyle.logoPosition
  )
}
