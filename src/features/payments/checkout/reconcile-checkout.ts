import { CardProviderError } from '../../../platform/cards/card-provider.ts'
import { withTenant } from '../../../platform/db/transaction.ts'
import { isOutOfReach } from '../accounts/card-failure.ts'
import { openAccount } from '../accounts/payment-accounts.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { continueCharge, findCharged } from '../saved-cards/run-charge.ts'
import { listPayableFacts } from './amount-to-pay.ts'
import { abandonPage, applyCheckout } from './apply-checkout.ts'
import { type CheckoutPage, changePage, getPageOf, isRunning, lockPage } from './checkout-queries.ts'
import { canRetryRequest } from './checkout-request.ts'
import { fetchCheckoutSession, isPageStillDue, openSession } from './checkout-session.ts'

interface CheckoutKey {
  businessId: string
  /** Of any checkout of the page. */
  id: string
}

/** How long after the page expired a slow payment can still arrive. */
const maxDelayMs = 30 * 86_400_000

export async function reconcileCheckout(deps: PaymentDeps, { businessId, id }: CheckoutKey): Promise<void> {
  const found = await withTenant(deps.database, businessId, async (tx) => {
    const page = await getPageOf(tx, id)
    return page && isRunning(page) ? { page, invoices: await listPayableFacts(tx, page) } : null
  })
  if (!found) return
  const { page, invoices } = found
  const isPayable = page.checkouts.every(({ invoiceId }) => {
    const invoice = invoices.find((one) => one.id === invoiceId)
    return invoice?.status === 'pending' && !invoice.isDisputed
  })
  const { sessionId, pageId } = page
  if (page.isAutomatic && sessionId === null) {
    await continueCharge(deps, page, { isHourly: true })
    return
  }
  if (sessionId === null) {
    // No client has the URL of the page, so no client can have paid there. Repeating the request returns the
    // session, which is then closed as usual.
    if (isPayable && canRetryRequest(page.request, deps.now())) await openSession(deps, page)
    else await abandonPage(deps, page)
    return
  }
  try {
    const account = await openAccount(deps, page, 'To check on a payment')
    const due = { isDue: isPageStillDue(page, invoices), now: deps.now() }
    const facts = await (isPayable || page.isAutomatic
      ? fetchCheckoutSession(account, { ...page, sessionId }, due)
      : account.checkouts.expire(sessionId))
    await applyCheckout(deps, { businessId, pageId, sessionId }, facts)
  } catch (error) {
    if (!isUnreachableForGood(error, page, deps.now())) throw error
    await abandonPage(deps, page)
  }
}

/**
 * Asks again about a page that has ended: an own account's, where a payment may have been in progress at that moment, or the
 * charge of a saved card that the account could not be asked about.
 */
export async function checkEnded(deps: PaymentDeps, { businessId, id }: CheckoutKey): Promise<void> {
  const page = await withTenant(deps.database, businessId, (tx) => getPageOf(tx, id))
  if (!page?.needsRecheck) return
  const { pageId } = page
  try {
    const account = await openAccount(deps, page, 'To check on a payment')
    const sessionId = page.sessionId ?? (page.isAutomatic ? await findCharged(account, page) : null)
    const facts = sessionId === null ? null : await account.checkouts.expire(sessionId)
    if (sessionId !== null && facts) await applyCheckout(deps, { businessId, pageId, sessionId }, facts)
    // The payment is in progress: ask again until it arrives or can no longer arrive.
    const isOpen = facts?.state === 'processing' || facts?.state === 'unknown'
    if (isOpen && deps.now().getTime() < lastArrival(page)) return
  } catch (error) {
    // An account that never responds is not asked forever.
    const isOver = deps.now().getTime() > lastArrival(page) || isUnreachableForGood(error, page, deps.now())
    if (!isOver) throw error
  }
  await withTenant(deps.database, businessId, async (tx) => {
    if (await lockPage(tx, pageId)) await changePage(tx, page, { needsRecheck: false, updatedAt: deps.now() })
  })
}

/**
 * Whether the session has ended and cannot be asked about. Damaged keys can be entered again and then report
 * a payment, so those wait longer. So does the charge of a saved card of which nothing is known.
 */
function isUnreachableForGood(error: unknown, page: CheckoutPage, now: Date): boolean {
  const isFixable = error instanceof CardProviderError && error.isUnreadable
  const mayTakeDays = page.state === 'processing' || page.sessionId === null || isFixable
  const end = mayTakeDays ? lastArrival(page) : page.expiresAt.getTime()
  return isOutOfReach(error, page) && end < now.getTime()
}

function lastArrival({ expiresAt }: CheckoutPage): number {
  return expiresAt.getTime() + maxDelayMs
}
