import { CardProviderError, type ChargeRequest } from '../../../platform/cards/card-provider.ts'
import { withTenant } from '../../../platform/db/transaction.ts'
import { isOutOfReach } from '../accounts/card-failure.ts'
import { openAccount } from '../accounts/payment-accounts.ts'
import { listPayableFacts } from '../checkout/amount-to-pay.ts'
import { applyCheckout } from '../checkout/apply-checkout.ts'
import { type CheckoutPage, changePage, isRunning, lockPage } from '../checkout/checkout-queries.ts'
import { isPageStillDue } from '../checkout/checkout-session.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { findCharge, lockSeriesOfPage } from './saved-card-queries.ts'
import { type Uncharged, settleCharge } from './settle-charge.ts'

const reason = 'To charge a saved card'

/**
 * Sends the stored request of a charge. If the provider does not answer, the next run repeats it; the provider charges once for
 * each reference.
 */
export async function sendCharge(deps: PaymentDeps, page: CheckoutPage): Promise<void> {
  const { businessId, pageId } = page
  try {
    const account = await openAccount(deps, page, reason)
    const answer = await account.savedCards?.charge(requestOf(page))
    if (!answer) throw new Error('the account of a saved card saves no cards')
    const { sessionId, facts } = answer
    await applyCheckout(deps, { businessId, pageId, sessionId }, facts)
  } catch (error) {
    if (!isFinal(error)) throw error
    deps.log.warn({ err: error, pageId }, 'a saved card could not be charged')
    const text = error.isMissing ? 'The card is no longer available.' : 'The payment couldn’t be processed.'
    await giveUp(deps, page, { state: 'failed', reason: text, isCardGone: error.isMissing })
  }
}

/** Continues a charge whose answer is not known: repeats the request, or finds out how it ended. */
export async function continueCharge(
  deps: PaymentDeps,
  { businessId, pageId }: Pick<CheckoutPage, 'businessId' | 'pageId'>,
): Promise<void> {
  const found = await withTenant(deps.database, businessId, async (tx) => {
    const page = (await lockPage(tx, pageId))?.page
    if (!page?.isAutomatic || !isRunning(page) || page.sessionId !== null) return null
    // Read under the lock of the invoice: a stop that came first is seen.
    const charge = await findCharge(tx, page.checkouts[0])
    const isWanted = charge?.card.endedAt === null && isPageStillDue(page, await listPayableFacts(tx, page))
    return { page, mayRepeat: isWanted && deps.now() < page.expiresAt }
  })
  if (!found) return
  await (found.mayRepeat ? sendCharge(deps, found.page) : findOut(deps, found.page))
}

/** Asks whether a charge reached the provider that must not be sent again: it was stopped, paid otherwise, or is too old. */
async function findOut(deps: PaymentDeps, page: CheckoutPage): Promise<void> {
  const { businessId, pageId, expiresAt } = page
  try {
    const account = await openAccount(deps, page, reason)
    const sessionId = await account.savedCards?.find(requestOf(page))
    if (sessionId) {
      const facts = await account.checkouts.expire(sessionId)
      await applyCheckout(deps, { businessId, pageId, sessionId }, facts)
      return
    }
  } catch (error) {
    // An account that can't be asked any more is not asked forever.
    if (!isOutOfReach(error, page) || deps.now() < expiresAt) throw error
    deps.log.warn({ err: error, pageId }, 'nobody can say whether a saved card was charged')
  }
  const unknown = 'The card company couldn’t be reached.'
  await giveUp(deps, page, { state: 'failed', reason: unknown, isCardGone: false })
}

/** Ends a charge of which the provider knows nothing. If it arrives there all the same, its payment still counts. */
async function giveUp(
  deps: PaymentDeps,
  { businessId, pageId }: CheckoutPage,
  outcome: Uncharged,
): Promise<void> {
  await withTenant(deps.database, businessId, async (tx) => {
    await lockSeriesOfPage(tx, pageId)
    const page = (await lockPage(tx, pageId))?.page
    if (!page || !isRunning(page) || page.sessionId !== null) return
    await changePage(tx, page, { state: 'expired', updatedAt: deps.now() })
    await settleCharge(tx, deps, page.checkouts[0], outcome)
  })
}

/** Whether the same request would be refused again. Keys that do not work may work again in time. */
function isFinal(error: unknown): error is CardProviderError {
  if (!(error instanceof CardProviderError)) return false
  const isAboutKeys = error.isWrongKey || error.isForbidden || error.isUnreadable
  return error.kind === 'refused' && !isAboutKeys
}

function requestOf({ request, currency }: CheckoutPage): ChargeRequest {
  const { savedCard } = request
  if (!savedCard) throw new Error('a charge without a card')
  return { ...request, currency, savedCard }
}
