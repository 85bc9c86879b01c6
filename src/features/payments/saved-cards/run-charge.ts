import { CardProviderError, type ChargeRequest } from '../../../platform/cards/card-provider.ts'
import { withTenant } from '../../../platform/db/transaction.ts'
import { isOutOfReach } from '../accounts/card-failure.ts'
import { areCardKeysRefused } from '../accounts/key-problems.ts'
import { type PaymentAccount, openAccount } from '../accounts/payment-accounts.ts'
import { listPayableFacts } from '../checkout/amount-to-pay.ts'
import { applyCheckout } from '../checkout/apply-checkout.ts'
import { type CheckoutPage, changePage, isRunning, lockPage } from '../checkout/checkout-queries.ts'
import { isPageStillDue } from '../checkout/checkout-session.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { findCharge, lockSeriesOfPage } from './saved-card-queries.ts'
import { type Uncharged, settleCharge } from './settle-charge.ts'

const reason = 'To charge a saved card'

/** Longer than a request to the provider takes, its repetitions included. */
const requestMs = 60_000

/**
 * Sends the stored request of a charge. If the provider does not answer, or if the account can't be used until its owner does
 * something, a later run repeats it; the provider charges once for each reference.
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
    await giveUp(deps, page, { state: 'failed', reason: reasonOf(error), isCardGone: error.isMissing })
  }
}

function reasonOf({ isMissing, isAmountRefused }: CardProviderError): string {
  if (isMissing) return 'The card is no longer available.'
  return isAmountRefused ? 'This amount can’t be paid by card.' : 'The payment couldn’t be processed.'
}

/**
 * Continues a charge whose answer is not known: repeats the request, or finds out how it ended. With keys that were refused, it
 * is not repeated every minute but each hour, and as soon as the owner has entered others.
 */
export async function continueCharge(
  deps: PaymentDeps,
  { businessId, pageId }: Pick<CheckoutPage, 'businessId' | 'pageId'>,
  { isHourly = false } = {},
): Promise<void> {
  const found = await withTenant(deps.database, businessId, async (tx) => {
    const page = (await lockPage(tx, pageId))?.page
    if (!page?.isAutomatic || !isRunning(page) || page.sessionId !== null) return null
    // Read under the lock of the invoice: a stop that came first is seen.
    const charge = await findCharge(tx, page.checkouts[0])
    const isWanted = charge?.card.endedAt === null && isPageStillDue(page, await listPayableFacts(tx, page))
    const now = deps.now()
    const isInTime = now < page.expiresAt
    if (isInTime && !isHourly && page.isOwn && (await areCardKeysRefused(tx))) return null
    const mayRepeat = isWanted && isInTime
    // Another process may be sending it at this moment, and the provider would not know of it yet.
    if (!mayRepeat && now.getTime() - page.updatedAt.getTime() < requestMs) return null
    if (mayRepeat) await changePage(tx, page, { updatedAt: now })
    return { page, mayRepeat }
  })
  if (!found) return
  await (found.mayRepeat ? sendCharge(deps, found.page) : findOut(deps, found.page))
}

/** Asks whether a charge reached the provider that must not be sent again: it was stopped, paid otherwise, or is too old. */
async function findOut(deps: PaymentDeps, page: CheckoutPage): Promise<void> {
  const { businessId, pageId, expiresAt } = page
  let isUnknown = false
  try {
    const account = await openAccount(deps, page, reason)
    const sessionId = await findCharged(account, page)
    if (sessionId) {
      const facts = await account.checkouts.expire(sessionId)
      await applyCheckout(deps, { businessId, pageId, sessionId }, facts)
      return
    }
  } catch (error) {
    // An account that can't be asked any more is not asked forever.
    const canAsk = !isOutOfReach(error, page) && !isAboutAccount(error)
    if (canAsk || deps.now() < expiresAt) throw error
    deps.log.warn({ err: error, pageId }, 'the account can’t be asked whether it charged a saved card')
    isUnknown = true
  }
  const text =
    deps.now() < expiresAt ? 'What is due has changed.' : 'The payment couldn’t be made within a day.'
  await giveUp(deps, page, { state: 'failed', reason: text, isUnknown })
}

/**
 * Ends a charge of which the provider knows nothing, or can't be asked. The latter is asked again later. If the charge arrives
 * there all the same, its payment still counts.
 */
async function giveUp(
  deps: PaymentDeps,
  { businessId, pageId }: CheckoutPage,
  outcome: Uncharged,
): Promise<void> {
  await withTenant(deps.database, businessId, async (tx) => {
    await lockSeriesOfPage(tx, pageId)
    const page = (await lockPage(tx, pageId))?.page
    if (!page || !isRunning(page) || page.sessionId !== null) return
    const needsRecheck = outcome.isUnknown ?? false
    await changePage(tx, page, { state: 'expired', needsRecheck, updatedAt: deps.now() })
    await settleCharge(tx, deps, page.checkouts[0], outcome)
  })
}

/** What the provider knows of a charge whose answer was lost. */
export async function findCharged(account: PaymentAccount, page: CheckoutPage): Promise<string | null> {
  return (await account.savedCards?.find(requestOf(page))) ?? null
}

/** Whether the same request would be refused again. */
function isFinal(error: unknown): error is CardProviderError {
  return error instanceof CardProviderError && error.kind === 'refused' && !isAboutAccount(error)
}

/** Keys that do not work, and an account that may not take payments, may do so again in time. */
function isAboutAccount(error: unknown): boolean {
  if (!(error instanceof CardProviderError)) return false
  return error.isWrongKey || error.isForbidden || error.isUnreadable || error.problem !== null
}

function requestOf({ request, currency }: CheckoutPage): ChargeRequest {
  const { savedCard } = request
  if (!savedCard) throw new Error('a charge without a card')
  return { ...request, currency, savedCard }
}
