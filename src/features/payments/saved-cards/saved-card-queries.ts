import { and, eq, isNotNull, isNull, or } from 'drizzle-orm'
import { checkouts } from '../../../platform/db/tables/payments.ts'
import { autopayCharges, savedCards } from '../../../platform/db/tables/saved-cards.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { Checkout } from '../checkout/checkout-queries.ts'

export type SavedCard = typeof savedCards.$inferSelect
export type AutopayCharge = typeof autopayCharges.$inferSelect

export interface SeriesKey {
  businessId: string
  seriesId: string
}

/**
 * Locks the invoices of a series that a change of its saved card touches: the open ones, whose plans change, the newest, with
 * which the client is told, and the given one. A charge begins under the lock of its invoice, so none begins while the card is
 * ended. Invoices are locked before the series and its card, as everywhere, and all in the order of their ids: none is locked
 * later, even if it was paid meanwhile.
 */
export async function lockInvoicesOfSeries(
  { client }: Transaction,
  { businessId, seriesId }: SeriesKey,
  invoiceId: string | null = null,
): Promise<void> {
  await client.query(
    `select from invoices where business_id = $1 and series_id = $2 and (status = 'pending' or id = $3 or series_period =
       (select max(series_period) from invoices where business_id = $1 and series_id = $2))
     order by id for update`,
    [businessId, seriesId, invoiceId],
  )
}

/** The same for the series of an invoice, if it has one. */
export async function lockSeriesOfInvoice(
  tx: Transaction,
  { businessId, invoiceId }: { businessId: string; invoiceId: string },
): Promise<void> {
  const { rows } = await tx.client.query<{ seriesId: string | null }>(
    'select series_id as "seriesId" from invoices where business_id = $1 and id = $2',
    [businessId, invoiceId],
  )
  const seriesId = rows[0]?.seriesId
  if (seriesId) await lockInvoicesOfSeries(tx, { businessId, seriesId }, invoiceId)
}

/** The same for a page on which a card is saved or charged. What follows from it changes the plans of those invoices. */
export async function lockSeriesOfPage(tx: Transaction, pageId: string): Promise<void> {
  const [checkout] = await tx.db
    .select({ businessId: checkouts.businessId, invoiceId: checkouts.invoiceId })
    .from(checkouts)
    .where(
      and(eq(checkouts.pageId, pageId), or(eq(checkouts.isAutomatic, true), isNotNull(checkouts.consent))),
    )
  if (checkout) await lockSeriesOfInvoice(tx, checkout)
}

/** Returns the card that pays the invoices of a series; undefined without one. */
export async function findLiveCard(
  { db }: Transaction,
  { businessId, seriesId }: SeriesKey,
): Promise<SavedCard | undefined> {
  const [card] = await db
    .select()
    .from(savedCards)
    .where(
      and(
        eq(savedCards.businessId, businessId),
        eq(savedCards.seriesId, seriesId),
        isNull(savedCards.endedAt),
      ),
    )
  return card
}

/** The same, if it is of the client of this invoice. */
export async function findCardOf(
  tx: Transaction,
  {
    businessId,
    seriesId,
    clientId,
  }: { businessId: string; seriesId: string | null; clientId: string | null },
): Promise<SavedCard | undefined> {
  if (seriesId === null || clientId === null) return undefined
  const card = await findLiveCard(tx, { businessId, seriesId })
  return card?.clientId === clientId ? card : undefined
}

export async function getCard({ db }: Transaction, id: string): Promise<SavedCard | undefined> {
  const [card] = await db.select().from(savedCards).where(eq(savedCards.id, id))
  return card
}

/** Returns the charge of a checkout, and its card. */
export async function findCharge(
  { db }: Transaction,
  { businessId, id }: Pick<Checkout, 'businessId' | 'id'>,
) {
  const [found] = await db
    .select({ charge: autopayCharges, card: savedCards })
    .from(autopayCharges)
    .innerJoin(
      savedCards,
      and(eq(savedCards.businessId, autopayCharges.businessId), eq(savedCards.id, autopayCharges.cardId)),
    )
    .where(and(eq(autopayCharges.businessId, businessId), eq(autopayCharges.checkoutId, id)))
  return found
}
