import { z } from 'zod'
import { type Transaction, withTenant } from '../../../platform/db/transaction.ts'
import type { JobQueue } from '../../../platform/jobs/job-queue.ts'
import { defineJob } from '../../../platform/jobs/job.ts'
import type { InvoiceDeps } from '../../invoices/invoice-deps.ts'
import { isOutOfReach, stillOpen } from '../accounts/card-failure.ts'
import { type PaymentAccount, openAccount } from '../accounts/payment-accounts.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { abandonCheckout } from './abandon-checkout.ts'
import { applyCheckout } from './apply-checkout.ts'
import { type Checkout, findRunningCheckout, getCheckout, isRunning } from './checkout-queries.ts'

interface CheckoutSession {
  businessId: string
  checkoutId: string
}

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

export async function runCloseCheckout(deps: PaymentDeps, visit: CheckoutSession): Promise<void> {
  const { checkoutId } = visit
  const open = (checkout: Checkout) => openAccount(deps, checkout, 'To close a payment page')
  await closeCheckoutSession(deps, visit, open, async (error, checkout) => {
    // With the platform's own account that is a fault that may pass; reconciling goes on with it.
    if (!checkout.isOwn || checkout.state !== 'open' || !isOutOfReach(error, checkout)) throw error
    deps.log.warn({ err: error, checkoutId }, 'a payment page is out of reach')
    await abandonCheckout(deps, checkout)
  })
}

/** Closes its page with that account. If the client was quicker, what they paid is written like any payment. */
export async function closeCheckoutSession(
  deps: PaymentDeps,
  { businessId, checkoutId }: CheckoutSession,
  open: (checkout: Checkout) => Promise<PaymentAccount>,
  onFailure: (error: unknown, checkout: Checkout) => Promise<void> = rethrow,
): Promise<void> {
  const read = () => withTenant(deps.database, businessId, (tx) => getCheckout(tx, checkoutId))
  let checkout = await read()
  while (checkout && isRunning(checkout) && checkout.sessionId === null) {
    await abandonCheckout(deps, checkout)
    // Its page may have been opened this instant: then it is closed like any other.
    checkout = await read()
  }
  if (!checkout || !isRunning(checkout) || checkout.sessionId === null) return
  const { sessionId } = checkout
  try {
    const { checkouts } = await open(checkout)
    const facts = await checkouts.expire(sessionId)
    if (facts.state === 'open') throw stillOpen()
    await applyCheckout(deps, { businessId, checkoutId, sessionId }, facts)
  } catch (error) {
    await onFailure(error, checkout)
  }
}

async function rethrow(error: unknown): Promise<never> {
  throw error
}
