import { and, eq, isNull } from 'drizzle-orm'
import { savedCards } from '../../../platform/db/tables/saved-cards.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { removeSavedCard } from '../jobs.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import type { SavedCard } from './saved-card-queries.ts'

export type EndedBy = NonNullable<SavedCard['endedBy']>

/**
 * Ends a saved card. No charge begins with it any more; one that has begun counts. The caller holds the locks of the open
 * invoices of the series, or of the one that is charged. Returns false if it had ended before.
 */
export async function endCard(
  tx: Transaction,
  { jobs, now }: Pick<PaymentDeps, 'jobs' | 'now'>,
  { businessId, id, isOwn, customerId, paymentMethodId }: SavedCard,
  endedBy: EndedBy,
): Promise<boolean> {
  const ended = await tx.db
    .update(savedCards)
    .set({ endedAt: now(), endedBy })
    .where(and(eq(savedCards.businessId, businessId), eq(savedCards.id, id), isNull(savedCards.endedAt)))
    .returning({ id: savedCards.id })
  if (ended.length === 0) return false
  await jobs.enqueue(tx, removeSavedCard, { businessId, isOwn, card: { customerId, paymentMethodId } })
  return true
}
