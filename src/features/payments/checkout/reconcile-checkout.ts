import { eq } from 'drizzle-orm'
import { CardProviderError } from '../../../platform/cards/card-provider.ts'
import { invoices } from '../../../platform/db/tables/invoices.ts'
import { withTenant } from '../../../platform/db/transaction.ts'
import { isOutOfReach } from '../accounts/card-failure.ts'
import { openAccount } from '../accounts/payment-accounts.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { continueCharge } from '../saved-cards/run-charge.ts'
import { abandonCheckout, applyCheckout } from './apply-checkout.ts'
import { type Checkout, changeCheckout, getCheckout, isRunning } from './checkout-queries.ts'
import { canRetryRequest } from './checkout-request.ts'
import { fetchCheckoutSession, isStillDue, openSession } from './checkout-session.ts'

interface CheckoutKey {
  businessId: string
  id: string
}

/** How long after the page expired a slow payment can still arrive. */
const maxDelayMs = 30 * 86_400_000

export async function reconcileCheckout(deps: PaymentDeps, { businessId, id }: CheckoutKey): Promise<void> {
  const found = await withTenant(deps.database, businessId, async (tx) => {
    const checkout = await getCheckout(tx, id)
    if (!checkout || !isRunning(checkout)) return null
    const [invoice] = await tx.db
      .select({
        status: invoices.status,
        currency: invoices.currency,
        openMinor: invoices.openMinor,
        isDisputed: invoices.isDisputed,
        parts: invoices.parts,
        totalMinor: invoices.totalMinor,
        creditNotesMinor: invoices.creditNotesMinor,
        creditedMinor: invoices.creditedMinor,
        receivedMinor: invoices.receivedMinor,
        waivedMinor: invoices.waivedMinor,
      })
      .from(invoices)
      .where(eq(invoices.id, checkout.invoiceId))
    return { checkout, invoice }
  })
  if (!found) return
  const { checkout, invoice } = found
  const isPayable = invoice?.status === 'pending' && !invoice.isDisputed
  const { sessionId } = checkout
  if (sessionId === null && checkout.isAutomatic) {
    await continueCharge(deps, checkout)
    return
  }
  if (sessionId === null) {
    // No client has the URL of the page, so no client can have paid there. Repeating the request returns the
    // session, which is then closed as usual.
    if (isPayable && canRetryRequest(checkout.request, deps.now())) await openSession(deps, checkout)
    else await abandonCheckout(deps, checkout)
    return
  }
  try {
    const account = await openAccount(deps, checkout, 'To check on a payment')
    const due = { isDue: isStillDue(checkout, invoice), now: deps.now() }
    const facts = await (isPayable || checkout.isAutomatic
      ? fetchCheckoutSession(account, { ...checkout, sessionId }, due)
      : account.checkouts.expire(sessionId))
    await applyCheckout(deps, { businessId, checkoutId: id, sessionId }, facts)
  } catch (error) {
    if (!isUnreachableForGood(error, checkout, deps.now())) throw error
    await abandonCheckout(deps, checkout)
  }
}

/** Asks again about an own account's ended checkout: a payment may have been in progress at that moment. */
export async function checkEnded(deps: PaymentDeps, { businessId, id }: CheckoutKey): Promise<void> {
  const checkout = await withTenant(deps.database, businessId, (tx) => getCheckout(tx, id))
  if (!checkout?.needsRecheck || checkout.sessionId === null) return
  const { sessionId } = checkout
  try {
    const { checkouts } = await openAccount(deps, checkout, 'To check on a payment')
    const facts = await checkouts.expire(sessionId)
    await applyCheckout(deps, { businessId, checkoutId: id, sessionId }, facts)
    // The payment is in progress: ask again until it arrives or can no longer arrive.
    const isOpen = facts.state === 'processing' || facts.state === 'unknown'
    if (isOpen && deps.now().getTime() < lastArrival(checkout)) return
  } catch (error) {
    // An account that never responds is not asked forever.
    const isOver =
      deps.now().getTime() > lastArrival(checkout) || isUnreachableForGood(error, checkout, deps.now())
    if (!isOver) throw error
  }
  await withTenant(deps.database, businessId, (tx) =>
    changeCheckout(tx, checkout, { needsRecheck: false, updatedAt: deps.now() }),
  )
}

/**
 * Whether the session has ended and cannot be asked about. Damaged keys can be entered again and then report
 * a payment, so those wait longer.
 */
function isUnreachableForGood(error: unknown, checkout: Checkout, now: Date): boolean {
  const isFixable = error instanceof CardProviderError && error.isUnreadable
  const mayTakeDays = checkout.state === 'processing' || isFixable
  const end = mayTakeDays ? lastArrival(checkout) : checkout.expiresAt.getTime()
  return isOutOfReach(error, checkout) && end < now.getTime()
}

function lastArrival({ expiresAt }: Checkout): number {
  return expiresAt.getTime() + maxDelayMs
}
