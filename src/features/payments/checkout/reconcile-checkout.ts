import { eq } from 'drizzle-orm'
import { CardProviderError } from '../../../platform/cards/card-provider.ts'
import { invoices } from '../../../platform/db/tables/invoices.ts'
import { withTenant } from '../../../platform/db/transaction.ts'
import { isOutOfReach } from '../accounts/card-failure.ts'
import { openAccount } from '../accounts/payment-accounts.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { abandonCheckout } from './abandon-checkout.ts'
import { applyCheckout } from './apply-checkout.ts'
import { type Checkout, changeCheckout, getCheckout, isRunning } from './checkout-queries.ts'
import { canAskAgain } from './checkout-request.ts'
import { fetchCheckoutSession, isStillDue } from './fetch-checkout-session.ts'
import { openSession } from './open-session.ts'

interface Place {
  businessId: string
  id: string
}

/** How late a payment that takes days can still come. */
const longestWait = 30 * 86_400_000

/** Asks about a visit that has not been over for long. */
export async function reconcileCheckout(deps: PaymentDeps, { businessId, id }: Place): Promise<void> {
  const found = await withTenant(deps.database, businessId, async (tx) => {
    const checkout = await getCheckout(tx, id)
    if (!checkout || !isRunning(checkout)) return null
    const [invoice] = await tx.db
      .select({ status: invoices.status, openCents: invoices.openCents, isDisputed: invoices.isDisputed })
      .from(invoices)
      .where(eq(invoices.id, checkout.invoiceId))
    return { checkout, invoice }
  })
  if (!found) return
  const { checkout, invoice } = found
  const isWanted = invoice?.status === 'pending' && !invoice.isDisputed
  const { sessionId } = checkout
  if (sessionId === null) {
    // Nobody has its address, so nobody can have paid there. Asked again, it is known, and closes like any other.
    if (isWanted && canAskAgain(checkout.request, deps.now())) await openSession(deps, checkout)
    else await abandonCheckout(deps, checkout)
    return
  }
  try {
    const account = await openAccount(deps, checkout, 'To look after a payment')
    const due = { isDue: isStillDue(checkout, invoice), now: deps.now() }
    const facts = await (isWanted
      ? fetchCheckoutSession(account, { ...checkout, sessionId }, due)
      : account.checkouts.expire(sessionId))
    await applyCheckout(deps, { businessId, checkoutId: id, sessionId }, facts)
  } catch (error) {
    if (!isLongGone(error, checkout, deps.now())) throw error
    await abandonCheckout(deps, checkout)
  }
}

/** Looks at a visit to an own account that was closed or given up: its money may have been on its way just then. */
export async function lookAgain(deps: PaymentDeps, { businessId, id }: Place): Promise<void> {
  const checkout = await withTenant(deps.database, businessId, (tx) => getCheckout(tx, id))
  if (!checkout?.lookAgain || checkout.sessionId === null) return
  const { sessionId } = checkout
  try {
    const { checkouts } = await openAccount(deps, checkout, 'To look after a payment')
    const facts = await checkouts.expire(sessionId)
    await applyCheckout(deps, { businessId, checkoutId: id, sessionId }, facts)
    // Taken, and not here yet: it is looked for until it is, or cannot come any more.
    const isOpen = facts.state === 'processing' || facts.state === 'unknown'
    if (isOpen && deps.now().getTime() < endOfWait(checkout)) return
  } catch (error) {
    // Nor is anybody asked for ever who never gives an answer.
    const isOver = deps.now().getTime() > endOfWait(checkout) || isLongGone(error, checkout, deps.now())
    if (!isOver) throw error
  }
  await withTenant(deps.database, businessId, (tx) =>
    changeCheckout(tx, checkout, { lookAgain: false, updatedAt: deps.now() }),
  )
}

/** Nobody answers for the session, which would be over by now. But damaged keys may be mended, and tell of its money. */
function isLongGone(error: unknown, checkout: Checkout, now: Date): boolean {
  const isMendable = error instanceof CardProviderError && error.isUnreadable
  const mayTakeDays = checkout.state === 'processing' || isMendable
  const end = mayTakeDays ? endOfWait(checkout) : checkout.expiresAt.getTime()
  return isOutOfReach(error, checkout) && end < now.getTime()
}

function endOfWait({ expiresAt }: Checkout): number {
  return expiresAt.getTime() + longestWait
}
