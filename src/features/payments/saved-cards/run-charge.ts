import { CardProviderError, type ChargeRequest } from '../../../platform/cards/card-provider.ts'
import { withTenant } from '../../../platform/db/transaction.ts'
import { getInvoiceRow } from '../../invoices/queries.ts'
import { isOutOfReach } from '../accounts/card-failure.ts'
import { openAccount } from '../accounts/payment-accounts.ts'
import { applyCheckout } from '../checkout/apply-checkout.ts'
import {
  type Checkout,
  changeCheckout,
  getCheckout,
  isRunning,
  lockCheckout,
  lockInvoiceIfThere,
} from '../checkout/checkout-queries.ts'
import { isStillDue } from '../checkout/checkout-session.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { findCharge } from './saved-card-queries.ts'
import { type Uncharged, settleCharge } from './settle-charge.ts'

const reason = 'To charge a saved card'

/**
 * Sends the stored request of a charge. If the provider does not answer, the next run repeats it; the provider charges once for
 * each reference.
 */
export async function sendCharge(deps: PaymentDeps, checkout: Checkout): Promise<void> {
  const { businessId, id: checkoutId, isOwn } = checkout
  try {
    const account = await openAccount(deps, checkout, reason)
    const answer = await account.savedCards?.charge(requestOf(checkout))
    if (!answer) throw new Error('the account of a saved card saves no cards')
    const { sessionId, facts } = answer
    await applyCheckout(deps, { businessId, checkoutId, sessionId }, facts)
  } catch (error) {
    if (!isFinal(error)) throw error
    deps.log.warn({ err: error, checkoutId, isOwn }, 'a saved card could not be charged')
    const text = error.isMissing ? 'The card is no longer available.' : 'The payment couldn’t be processed.'
    await giveUp(deps, checkout, { state: 'failed', reason: text, isCardGone: error.isMissing })
  }
}

/** Continues a charge whose answer is not known: repeats the request, or finds out how it ended. */
export async function continueCharge(
  deps: PaymentDeps,
  { businessId, id }: Pick<Checkout, 'businessId' | 'id'>,
): Promise<void> {
  const found = await withTenant(deps.database, businessId, async (tx) => {
    const checkout = await getCheckout(tx, id)
    if (!checkout?.isAutomatic || !isRunning(checkout) || checkout.sessionId !== null) return null
    const isThere = await lockInvoiceIfThere(tx, checkout.invoiceId)
    // Read under the lock: a stop that came first is seen.
    const charge = await findCharge(tx, checkout)
    const invoice = isThere ? await getInvoiceRow(tx, checkout.invoiceId) : undefined
    const isWanted = charge?.card.endedAt === null && isStillDue(checkout, invoice)
    return { checkout, mayRepeat: isWanted && deps.now() < checkout.expiresAt }
  })
  if (!found) return
  const { checkout } = found
  await (found.mayRepeat ? sendCharge(deps, checkout) : findOut(deps, checkout))
}

/** Asks whether a charge reached the provider that must not be sent again: it was stopped, paid otherwise, or is too old. */
async function findOut(deps: PaymentDeps, checkout: Checkout): Promise<void> {
  const { businessId, id: checkoutId, expiresAt } = checkout
  try {
    const account = await openAccount(deps, checkout, reason)
    const sessionId = await account.savedCards?.find(requestOf(checkout))
    if (sessionId) {
      const facts = await account.checkouts.expire(sessionId)
      await applyCheckout(deps, { businessId, checkoutId, sessionId }, facts)
      return
    }
  } catch (error) {
    // An account that can't be asked any more is not asked forever.
    if (!isOutOfReach(error, checkout) || deps.now() < expiresAt) throw error
    deps.log.warn({ err: error, checkoutId }, 'nobody can say whether a saved card was charged')
  }
  await giveUp(deps, checkout, {
    state: 'failed',
    reason: 'The card company couldn’t be reached.',
    isCardGone: false,
  })
}

/** Ends a charge of which the provider knows nothing. If it arrives there all the same, its payment still counts. */
async function giveUp(deps: PaymentDeps, checkout: Checkout, outcome: Uncharged): Promise<void> {
  await withTenant(deps.database, checkout.businessId, async (tx) => {
    await lockInvoiceIfThere(tx, checkout.invoiceId)
    const current = await lockCheckout(tx, checkout.id)
    if (!current || !isRunning(current) || current.sessionId !== null) return
    await changeCheckout(tx, current, { state: 'expired', updatedAt: deps.now() })
    await settleCharge(tx, deps, current, outcome)
  })
}

/** Whether the same request would be refused again. Keys that do not work may work again in time. */
function isFinal(error: unknown): error is CardProviderError {
  if (!(error instanceof CardProviderError)) return false
  const isAboutKeys = error.isWrongKey || error.isForbidden || error.isUnreadable
  return error.kind === 'refused' && !isAboutKeys
}

function requestOf({ request, currency }: Checkout): ChargeRequest {
  const { savedCard } = request
  if (!savedCard) throw new Error('a charge without a card')
  return { ...request, currency, savedCard }
}
