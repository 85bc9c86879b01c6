import { eq } from 'drizzle-orm'
import type { Database } from '../../platform/db/connect.ts'
import { businesses } from '../../platform/db/tables/business.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import { type DocumentStyle, defaultStyle } from '../business/contract.ts'
import { getOwnStyle } from '../business/queries.ts'
import { assertOpensTemplates } from './assert-opens.ts'

export function getDocumentStyle(database: Database, businessId: string): Promise<DocumentStyle> {
  return withTenant(database, businessId, getOwnStyle)
}

/** Concerns invoices that are made from now on. Back to the usual look is a way that stays open on every plan. */
export function saveDocumentStyle(
  database: Database,
  businessId: string,
  style: DocumentStyle,
): Promise<DocumentStyle> {
  return withTenant(database, businessId, async (tx) => {
    if (!isDefaultText(style)) await assertOpensTemplates(tx, 'Looks are part of the Pro plan.')
    const { look, accentColour, logoPosition } = style
    await tx.db
      .update(businesses)
      .set({ documentLook: look, accentColour, logoPosition })
      .where(eq(businesses.id, businessId))
    return getOwnStyle(tx)
  })
}

function isDefaultText({ look, accentColour, logoPosition }: DocumentStyle): boolean {
  return (
    look === defaultStyle.look &&
    accentColour === defaultStyle.accentColour &&
    logoPosition === defaultStyle.logoPosition
  )
}
