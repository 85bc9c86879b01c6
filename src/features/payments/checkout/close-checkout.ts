import { type Transaction, withTenant } from '../../../platform/db/transaction.ts'
import type { JobQueue } from '../../../platform/jobs/job-queue.ts'
import type { InvoiceDeps } from '../../invoices/invoice-deps.ts'
import { isOutOfReach, stillOpen } from '../accounts/card-failure.ts'
import { type PaymentAccount, openAccount } from '../accounts/payment-accounts.ts'
import { closeCheckout } from '../jobs.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { type CheckoutSession, abandonCheckout, applyCheckout } from './apply-checkout.ts'
import { type Checkout, findRunningCheckout, getCheckout, isRunning } from './checkout-queries.ts'

type CheckoutKey = Omit<CheckoutSession, 'sessionId'>

/**
 * Adds the job if the invoice has a running checkout. The caller holds the invoice's lock, and checkouts
 * begin only under that lock, so none is missed.
 */
export function createCheckoutCloser(jobs: Pick<JobQueue, 'enqueue'>): InvoiceDeps['closeCheckouts'] {
  return async (tx: Transaction, { businessId, invoiceId }) => {
    const running = await findRunningCheckout(tx, invoiceId)
    if (running) await jobs.enqueue(tx, closeCheckout, { businessId, checkoutId: running.id })
  }
}

export async function runCloseCheckout(deps: PaymentDeps, key: CheckoutKey): Promise<void> {
  const { checkoutId } = key
  const open = (checkout: Checkout) => openAccount(deps, checkout, 'To close a payment page')
  await closeCheckoutSession(deps, key, open, async (error, checkout) => {
    // For the platform's account this may be a temporary failure, so the reconcile job continues with it.
    if (!checkout.isOwn || checkout.state !== 'open' || !isOutOfReach(error, checkout)) throw error
    deps.log.warn({ err: error, checkoutId }, 'a payment page could not be reached')
    await abandonCheckout(deps, checkout)
  })
}

/** Closes a page with the given account. If the client paid first, the payment is recorded as usual. */
export async function closeCheckoutSession(
  deps: PaymentDeps,
  { businessId, checkoutId }: CheckoutKey,
  open: (checkout: Checkout) => Promise<PaymentAccount>,
  onFailure: (error: unknown, checkout: Checkout) => Promise<void> = rethrow,
): Promise<void> {
  const read = () => withTenant(deps.database, businessId, (tx) => getCheckout(tx, checkoutId))
  let checkout = await read()
  // A charge has no page, and one that has begun counts.
  if (checkout?.isAutomatic) return
  while (checkout && isRunning(checkout) && checkout.sessionId === null) {
    await abandonCheckout(deps, checkout)
    // Another request may just have opened the page. The page is then closed as usual.
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
