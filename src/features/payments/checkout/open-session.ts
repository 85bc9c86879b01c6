import { CardProviderError } from '../../../platform/cards/card-provider.ts'
import { withTenant } from '../../../platform/db/transaction.ts'
import { type PaymentAccount, openAccount } from '../accounts/payment-accounts.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { abandonCheckout } from './abandon-checkout.ts'
import { applyCheckout } from './apply-checkout.ts'
import { type Checkout, changeCheckout, lockCheckout, lockInvoiceIfThere } from './checkout-queries.ts'

interface Session {
  sessionId: string
  url: string | null
}

/** How long an unanswered question is put again as it was. */
const patience = 60_000

/**
 * Asks the provider for the page of a visit that was written as 'opening'. The question was stored before it was put,
 * so after a crash, or in a second tab, it is the same question and gets the same page. The address leaves here only
 * once it is stored; null when the visit is over meanwhile.
 */
export async function openSession(
  deps: PaymentDeps,
  checkout: Checkout,
): Promise<{ url: string | null } | null> {
  const { session, account } = await ask(deps, checkout)
  const { id: checkoutId, businessId } = checkout
  const kept = await keep(deps, checkout, session)
  if (kept === 'open') return { url: session.url }
  if (kept === 'given-up') {
    const { sessionId } = session
    await applyCheckout(
      deps,
      { businessId, checkoutId, sessionId },
      await account.checkouts.expire(sessionId),
    )
  }
  return null
}

async function ask(
  deps: PaymentDeps,
  checkout: Checkout,
): Promise<{ session: Session; account: PaymentAccount }> {
  try {
    const account = await openAccount(deps, checkout, 'To open a payment page')
    return { account, session: await account.checkouts.create(checkout.request) }
  } catch (error) {
    const isUnknown = error instanceof CardProviderError && error.kind === 'unreachable'
    const isOld = deps.now().getTime() - checkout.createdAt.getTime() > patience
    // A provider repeats its answer to a repeated question, an error too: the next try has to be another question.
    if (!isUnknown || isOld) await abandonCheckout(deps, checkout)
    throw error
  }
}

async function keep(
  { database, now }: PaymentDeps,
  { businessId, id, invoiceId }: Checkout,
  { sessionId, url }: Session,
): Promise<'open' | 'over' | 'given-up'> {
  return withTenant(database, businessId, async (tx) => {
    await lockInvoiceIfThere(tx, invoiceId)
    const current = await lockCheckout(tx, id)
    if (current?.state === 'opening') {
      await changeCheckout(tx, current, { state: 'open', sessionId, url, updatedAt: now() })
      return 'open'
    }
    if (current?.sessionId !== sessionId) return 'given-up'
    return current.state === 'open' ? 'open' : 'over'
  })
}
