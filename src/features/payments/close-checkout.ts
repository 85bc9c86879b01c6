import { z } from 'zod'
import type { Transaction } from '../../platform/db/transaction.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import type { InvoiceDeps } from '../invoices/invoice-deps.ts'
import { applyCheckout } from './apply-checkout.ts'
import { isOutOfReach } from './card-failure.ts'
import { findRunningCheckout, getCheckout, isRunning } from './checkout-queries.ts'
import { giveUpCheckout } from './give-up-checkout.ts'
import { openAccount } from './payment-accounts.ts'
import type { PaymentDeps } from './payment-deps.ts'

/** Closes the provider's page for an invoice whose amount changed, that was paid another way, or that is gone. */
export const closeCheckout = defineJob(
  'close-checkout',
  z.strictObject({ businessId: z.uuid(), checkoutId: z.uuid() }),
)

/**
 * Adds the job in the caller's transaction if a visit to the provider's page is not over. The caller holds the invoice's
 * lock, under which alone visits begin: none is missed.
 */
export function createCheckoutCloser(jobs: Pick<JobQueue, 'enqueue'>): InvoiceDeps['closeCheckouts'] {
  return async (tx: Transaction, { businessId, invoiceId }) => {
    const running = await findRunningCheckout(tx, invoiceId)
    if (running) await jobs.enqueue(tx, closeCheckout, { businessId, checkoutId: running.id })
  }
}

/** If the client was quicker, what they paid is written like any payment. */
export async function runCloseCheckout(
  deps: PaymentDeps,
  { businessId, checkoutId }: { businessId: string; checkoutId: string },
): Promise<void> {
  const checkout = await withTenant(deps.database, businessId, (tx) => getCheckout(tx, checkoutId))
  if (!checkout || !isRunning(checkout)) return
  const { sessionId } = checkout
  if (sessionId === null) {
    await giveUpCheckout(deps, checkout)
    // Its page may have been opened this instant: then it is closed by the next try.
    const now = await withTenant(deps.database, businessId, (tx) => getCheckout(tx, checkoutId))
    if (now && isRunning(now)) await runCloseCheckout(deps, { businessId, checkoutId })
    return
  }
  try {
    const { checkouts } = await openAccount(deps, checkout, 'To close a payment page')
    await applyCheckout(deps, { businessId, checkoutId, sessionId }, await checkouts.expire(sessionId))
  } catch (error) {
    // With the platform's own account that is a fault that may pass; reconciling goes on with it.
    if (!checkout.isOwn || checkout.state !== 'open' || !isOutOfReach(error, checkout)) throw error
    deps.log.warn({ err: error, checkoutId }, 'a payment page is out of reach')
    await giveUpCheckout(deps, checkout)
  }
}
