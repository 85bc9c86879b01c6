import { type CheckoutFacts, CardProviderError } from '../../../platform/cards/card-provider.ts'
import { withTenant } from '../../../platform/db/transaction.ts'
import { type PaymentAccount, openAccount } from '../accounts/payment-accounts.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { type PayableFacts, paysWhatIsOpen } from './amount-to-pay.ts'
import { abandonPage, applyCheckout } from './apply-checkout.ts'
import { type Checkout, type CheckoutPage, changePage, isRunning, lockPage } from './checkout-queries.ts'

interface Session {
  sessionId: string
  url: string | null
}

/** How long an unanswered request is repeated unchanged. */
const retryMs = 60_000

/**
 * Opens the provider's page. The request was stored before, so after a crash or in a second tab it returns
 * the same page. The URL is returned only after it is stored; null when the checkout has ended in the
 * meantime.
 */
export async function openSession(
  deps: PaymentDeps,
  page: CheckoutPage,
): Promise<{ url: string | null } | null> {
  const { session, account } = await createSession(deps, page)
  const { pageId, businessId } = page
  const outcome = await storeSession(deps, page, session)
  if (outcome === 'open') return { url: session.url }
  if (outcome === 'abandoned') {
    const { sessionId } = session
    await applyCheckout(deps, { businessId, pageId, sessionId }, await account.checkouts.expire(sessionId))
  }
  return null
}

async function createSession(
  deps: PaymentDeps,
  page: CheckoutPage,
): Promise<{ session: Session; account: PaymentAccount }> {
  try {
    const account = await openAccount(deps, page, 'To open a payment page')
    // Requests that an earlier version stored name no currency.
    const request = { ...page.request, currency: page.currency }
    return { account, session: await account.checkouts.create(request) }
  } catch (error) {
    const isUnknown = error instanceof CardProviderError && error.kind === 'unreachable'
    const isTooOld = deps.now().getTime() - page.createdAt.getTime() > retryMs
    // Providers repeat their response, errors included, so the next attempt needs a new request.
    if (!isUnknown || isTooOld) await abandonPage(deps, page)
    throw error
  }
}

async function storeSession(
  { database, now }: PaymentDeps,
  { businessId, pageId }: CheckoutPage,
  { sessionId, url }: Session,
): Promise<'open' | 'over' | 'abandoned'> {
  return withTenant(database, businessId, async (tx) => {
    const current = (await lockPage(tx, pageId))?.page
    if (current?.state === 'opening') {
      await changePage(tx, current, { state: 'open', sessionId, url, updatedAt: now() })
      return 'open'
    }
    if (current?.sessionId !== sessionId) return 'abandoned'
    return current.state === 'open' ? 'open' : 'over'
  })
}

type CheckoutSession = Pick<CheckoutPage, 'provider' | 'state' | 'expiresAt'> & { sessionId: string }

/** Whether the amount of the checkout is still to be paid. */
function isStillDue(
  { currency, amountMinor, creditedMinor }: Pick<Checkout, 'currency' | 'amountMinor' | 'creditedMinor'>,
  invoice: PayableFacts | undefined,
): boolean {
  return (
    invoice?.status === 'pending' &&
    !invoice.isDisputed &&
    invoice.currency === currency &&
    paysWhatIsOpen(invoice, amountMinor + creditedMinor)
  )
}

/** Whether all that is paid on a page is still due. `invoices` are those that were not deleted. */
export function isPageStillDue(
  { checkouts }: CheckoutPage,
  invoices: readonly (PayableFacts & { id: string })[],
): boolean {
  return checkouts.every((checkout) =>
    isStillDue(
      checkout,
      invoices.find(({ id }) => id === checkout.invoiceId),
    ),
  )
}

/**
 * Fetches the state of a session. Reading a PayPal session captures the money that the client approved, so
 * one that is over or no longer due is expired instead.
 */
export function fetchCheckoutSession(
  { checkouts }: PaymentAccount,
  session: CheckoutSession,
  { isDue, now }: { isDue: boolean; now: Date },
): Promise<CheckoutFacts> {
  const mayCapture = isDue && isRunning(session) && now < session.expiresAt
  return session.provider === 'card' || mayCapture
    ? checkouts.read(session.sessionId)
    : checkouts.expire(session.sessionId)
}
