import type { SavedCardFacts } from '../../../platform/cards/card-provider.ts'
import { invoiceEvents } from '../../../platform/db/tables/invoices.ts'
import { savedCards } from '../../../platform/db/tables/saved-cards.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { cardLabel } from '../../invoices/document/autopay-rules.ts'
import { getInvoiceRow } from '../../invoices/queries.ts'
import type { Checkout } from '../checkout/checkout-queries.ts'
import { removeSavedCard } from '../jobs.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { offersAutopay } from './autopay-offer.ts'
import { endCard } from './end-card.ts'
import { findLiveCard } from './saved-card-queries.ts'

/**
 * Stores the card with which the client has just paid, once for each checkout. The caller holds the lock of the invoice. If the
 * owner has withdrawn the offer meanwhile, the provider removes the card again.
 */
export async function saveCard(
  tx: Transaction,
  deps: PaymentDeps,
  checkout: Checkout,
  card: SavedCardFacts,
): Promise<void> {
  const { businessId, id: checkoutId, invoiceId, consent, isOwn, isTest } = checkout
  if (!consent) return
  const invoice = await getInvoiceRow(tx, invoiceId)
  const { seriesId, clientId } = invoice
  if (seriesId === null || !(await offersAutopay(tx, invoice))) {
    await deps.jobs.enqueue(tx, removeSavedCard, { businessId, isOwn, card: refOf(card) })
    return
  }
  const now = deps.now()
  const earlier = await findLiveCard(tx, { businessId, seriesId })
  if (earlier?.checkoutId === checkoutId) return
  if (earlier) await endCard(tx, deps, earlier, 'replaced')
  const added = await tx.db
    .insert(savedCards)
    .values({
      ...card,
      businessId,
      seriesId,
      clientId,
      isOwn,
      isTest,
      checkoutId,
      consentedAt: now,
      consentText: consent.text,
      consentIp: consent.ip,
    })
    .onConflictDoNothing()
    .returning({ id: savedCards.id })
  if (added.length === 0) return
  await tx.db
    .insert(invoiceEvents)
    .values({ businessId, invoiceId, kind: 'card-saved', note: cardLabel(card), isTest, at: now })
}

function refOf({ customerId, paymentMethodId }: SavedCardFacts) {
  return { customerId, paymentMethodId }
}
