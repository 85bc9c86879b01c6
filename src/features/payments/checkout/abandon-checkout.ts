import { and, eq } from 'drizzle-orm'
import { checkouts } from '../../../platform/db/tables/payments.ts'
import { withTenant } from '../../../platform/db/transaction.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import type { Checkout } from './checkout-queries.ts'

/**
 * Marks a checkout as expired without confirmation from the provider: no client has the address of its page,
 * or the account cannot be asked. If the client pays anyway, the payment is still recognized and recorded.
 */
export async function abandonCheckout(
  { database, now }: PaymentDeps,
  { businessId, id, state, isOwn, sessionId }: Checkout,
): Promise<void> {
  await withTenant(database, businessId, ({ db }) =>
    db
      .update(checkouts)
      // A business's own account may send no webhooks, and may accept its keys again later.
      .set({ state: 'expired', updatedAt: now(), lookAgain: isOwn && sessionId !== null })
      // Only if the state has not changed since it was read.
      .where(and(eq(checkouts.businessId, businessId), eq(checkouts.id, id), eq(checkouts.state, state))),
  )
}
