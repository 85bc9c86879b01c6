import { and, eq } from 'drizzle-orm'
import { checkouts } from '../../../platform/db/tables/payments.ts'
import { withTenant } from '../../../platform/db/transaction.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import type { Checkout } from './checkout-queries.ts'

/**
 * Takes a visit for over without the provider's word: nobody has its address, or nobody answers for it. If it is paid
 * all the same, that is still recognised and written.
 */
export async function abandonCheckout(
  { database, now }: PaymentDeps,
  { businessId, id, state, isOwn, sessionId }: Checkout,
): Promise<void> {
  await withTenant(database, businessId, ({ db }) =>
    db
      .update(checkouts)
      // A business's own account may tell nothing by itself, and take its keys again later.
      .set({ state: 'expired', updatedAt: now(), lookAgain: isOwn && sessionId !== null })
      // Unless it has gone on since it was read.
      .where(and(eq(checkouts.businessId, businessId), eq(checkouts.id, id), eq(checkouts.state, state))),
  )
}
