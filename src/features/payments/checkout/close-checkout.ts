import { type Transaction, withTenant } from '../../../platform/db/transaction.ts'
import type { JobQueue } from '../../../platform/jobs/job-queue.ts'
import type { InvoiceDeps } from '../../invoices/invoice-deps.ts'
import { isOutOfReach, stillOpen } from '../accounts/card-failure.ts'
import { type PaymentAccount, openAccount } from '../accounts/payment-accounts.ts'
import { closeCheckout } from '../jobs.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { abandonPage, applyCheckout } from './apply-checkout.ts'
import { type CheckoutPage, findRunningCheckout, getPageOf, isRunning } from './checkout-queries.ts'

interface CheckoutKey {
  businessId: string
  /** Any checkout of the page. */
  checkoutId: string
}

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
  const open = (page: CheckoutPage) => openAccount(deps, page, 'To close a payment page')
  await closeCheckoutSession(deps, key, open, async (error, page) => {
    // For the platform's account this may be a temporary failure, so the reconcile job continues with it.
    if (!page.isOwn || page.state !== 'open' || !isOutOfReach(error, page)) throw error
    deps.log.warn({ err: error, checkoutId }, 'a payment page could not be reached')
    await abandonPage(deps, page)
  })
}

/** Closes a page with the given account. If the client paid first, the payment is recorded as usual. */
export async function closeCheckoutSession(
  deps: PaymentDeps,
  { businessId, checkoutId }: CheckoutKey,
  open: (page: CheckoutPage) => Promise<PaymentAccount>,
  onFailure: (error: unknown, page: CheckoutPage) => Promise<void> = rethrow,
): Promise<void> {
  const read = () => withTenant(deps.database, businessId, (tx) => getPageOf(tx, checkoutId))
  let page = await read()
  // A charge has no page, and one that has begun counts.
  if (page?.isAutomatic) return
  while (page && isRunning(page) && page.sessionId === null) {
    await abandonPage(deps, page)
    // Another request may just have opened the page. The page is then closed as usual.
    page = await read()
  }
  if (!page || !isRunning(page) || page.sessionId === null) return
  const { sessionId, pageId } = page
  try {
    const { checkouts } = await open(page)
    const facts = await checkouts.expire(sessionId)
    if (facts.state === 'open') throw stillOpen()
    await applyCheckout(deps, { businessId, pageId, sessionId }, facts)
  } catch (error) {
    await onFailure(error, page)
  }
}

async function rethrow(error: unknown): Promise<never> {
  throw error
}
