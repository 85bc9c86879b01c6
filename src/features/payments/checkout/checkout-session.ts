import { type CheckoutFacts, CardProviderError } from '../../../platform/cards/card-provider.ts'
import { withTenant } from '../../../platform/db/transaction.ts'
import { type PaymentAccount, openAccount } from '../accounts/payment-accounts.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { type PayableFacts, paysWhatIsOpen } from './amount-to-pay.ts'
import { abandonCheckout, applyCheckout } from './apply-checkout.ts'
import {
  type Checkout,
  changeCheckout,
  lockCheckout,
  lockInvoiceIfThere,
  isRunning,
} from './checkout-queries.ts'

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
  checkout: Checkout,
): Promise<{ url: string | null } | null> {
  const { session, account } = await createSession(deps, checkout)
  const { id: checkoutId, businessId } = checkout
  const outcome = await storeSession(deps, checkout, session)
  if (outcome === 'open') return { url: session.url }
  if (outcome === 'abandoned') {
    const { sessionId } = session
    await applyCheckout(
      deps,
      { businessId, checkoutId, sessionId },
      await account.checkouts.expire(sessionId),
    )
  }
  return null
}

async function createSession(
  deps: PaymentDeps,
  checkout: Checkout,
): Promise<{ session: Session; account: PaymentAccount }> {
  try {
    const account = await openAccount(deps, checkout, 'To open a payment page')
    // Requests that an earlier version stored name no currency.
    const request = { ...checkout.request, currency: checkout.currency }
    return { account, session: await account.checkouts.create(request) }
  } catch (error) {
    const isUnknown = error instanceof CardProviderError && error.kind === 'unreachable'
    const isTooOld = deps.now().getTime() - checkout.createdAt.getTime() > retryMs
    // Providers repeat their response, errors included, so the next attempt needs a new request.
    if (!isUnknown || isTooOld) await abandonCheckout(deps, checkout)
    throw error
  }
}

async function storeSession(
  { database, now }: PaymentDeps,
  { businessId, id, invoiceId }: Checkout,
  { sessionId, url }: Session,
): Promise<'open' | 'over' | 'abandoned'> {
  return withTenant(database, businessId, async (tx) => {
    await lockInvoiceIfThere(tx, invoiceId)
    const current = await lockCheckout(tx, id)
    if (current?.state === 'opening') {
      await changeCheckout(tx, current, { state: 'open', sessionId, url, updatedAt: now() })
      return 'open'
    }
    if (current?.sessionId !== sessionId) return 'abandoned'
    return current.state === 'open' ? 'open' : 'over'
  })
}

type CheckoutSession = Pick<
  Checkout,
  'provider' | 'state' | 'amountMinor' | 'creditedMinor' | 'expiresAt' | 'sessionId'
> & {
  sessionId: string
}

/** Whether the amount of the checkout is still to be paid. */
export function isStillDue(
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
