import { and, eq } from 'drizzle-orm'
import { type CheckoutFacts, CardProviderError } from '../../../platform/cards/card-provider.ts'
import { checkouts } from '../../../platform/db/tables/payments.ts'
import { type Transaction, withTenant } from '../../../platform/db/transaction.ts'
import { heldPayments } from '../../../shared/account-problems.ts'
import { type ProviderEvent, recordEvent } from '../../billing/queries.ts'
import { clearAccountProblem } from '../accounts/key-problems.ts'
import { pollSoonerJob } from '../jobs.ts'
import { mayWriteTestPayment } from '../ledger/test-payments.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { saveCard } from '../saved-cards/save-card.ts'
import { lockSeriesOfPage } from '../saved-cards/saved-card-queries.ts'
import { settleCharge } from '../saved-cards/settle-charge.ts'
import {
  type Checkout,
  type CheckoutPage,
  type CheckoutState,
  changePage,
  getPage,
  lockInvoicesIfThere,
  lockPage,
} from './checkout-queries.ts'
import { writePayments } from './write-payments.ts'

/** In seconds. Later the hourly job asks. */
const pollDelays = [60, 5 * 60, 15 * 60]

type KnownFacts = Exclude<CheckoutFacts, { state: 'unknown' }>

export interface PageSession {
  businessId: string
  pageId: string
  sessionId: string
}

/**
 * Records what the provider reports about a checkout session. The return page, webhooks, reconciliation and a
 * new checkout call this, in any order and concurrently; the payment of each invoice is written once. What follows
 * from it and the event that reported it are in the same transaction, so after a crash the next caller does all of
 * it.
 */
export async function applyCheckout(
  deps: PaymentDeps,
  session: PageSession,
  facts: CheckoutFacts,
  event?: ProviderEvent,
): Promise<CheckoutState | undefined> {
  const { businessId, pageId } = session
  if (facts.reference !== pageId) {
    throw new CardProviderError('malformed', `session ${session.sessionId} is not that of ${pageId}`)
  }
  if (facts.state === 'unknown') {
    // Nothing is changed, the event is not marked as applied, and the hourly job asks again.
    const { unknownStatus: status } = facts
    deps.log.warn({ businessId, pageId, status }, 'a payment has a status that is not known')
    return undefined
  }
  return withTenant(deps.database, businessId, async (tx) => {
    if (event && !(await recordEvent(tx, businessId, event))) return (await getPage(tx, pageId))?.state
    await lockSeriesOfPage(tx, pageId)
    const locked = await lockPage(tx, pageId)
    if (!locked) return undefined
    const { page, existing } = locked
    if (facts.state === 'paid' && facts.currency !== page.currency) {
      const message = `session ${session.sessionId} was paid in ${facts.currency}, not in ${page.currency}`
      throw new CardProviderError('malformed', message)
    }
    // Checkouts that an earlier version opened have no test flag, but Stripe's session id shows it.
    const isTest = page.isTest || session.sessionId.startsWith('cs_test_')
    const [first] = page.checkouts
    if (isTest && (await isRefusedTest(tx, deps, page, facts))) {
      if (page.isAutomatic) await settleCharge(tx, deps, first, refusedTest)
      return endTest(tx, deps, page, session)
    }
    const state = await updateState(tx, deps, page, session, facts)
    const isThere = existing.has(first.invoiceId)
    if (facts.state === 'paid') {
      await writePayments(tx, deps, { ...page, isTest }, facts, existing)
      if (facts.savedCard && isThere) await saveCard(tx, deps, { ...first, isTest }, facts.savedCard)
    }
    if (page.isAutomatic && isThere) await settleAutomatic(tx, deps, first, facts)
    return state
  })
}

const refusedTest = {
  state: 'failed',
  reason: 'Test payments are no longer allowed.',
} as const

/** Records how the charge of a saved card ended. */
async function settleAutomatic(
  tx: Transaction,
  deps: PaymentDeps,
  checkout: Checkout,
  facts: KnownFacts,
): Promise<void> {
  if (facts.state === 'paid') await settleCharge(tx, deps, checkout, { state: 'paid' })
  if (facts.state !== 'expired') return
  const { declined } = facts
  const ended = declined
    ? ({ state: 'declined', reason: declined } as const)
    : ({ state: 'failed', reason: 'The payment was canceled.' } as const)
  await settleCharge(tx, deps, checkout, ended)
}

/** Whether a test must not be recorded: it is not allowed any more, or was recorded or refused before. */
async function isRefusedTest(
  tx: Transaction,
  deps: PaymentDeps,
  { businessId, state }: CheckoutPage,
  facts: CheckoutFacts,
): Promise<boolean> {
  if (facts.state !== 'paid' && facts.state !== 'processing') return false
  return state === 'complete' || !(await mayWriteTestPayment(tx, deps, businessId))
}

/** Completes a test checkout without a ledger entry, since no money moved. */
async function endTest(
  tx: Transaction,
  { now, log }: PaymentDeps,
  page: CheckoutPage,
  { sessionId }: PageSession,
): Promise<CheckoutState> {
  if (page.state === 'complete') return 'complete'
  log.warn({ pageId: page.pageId }, 'a test payment was refused, because test payments are no longer allowed')
  await changePage(tx, page, { state: 'complete', sessionId, updatedAt: now(), needsRecheck: false })
  return 'complete'
}

async function updateState(
  tx: Transaction,
  { now, jobs }: PaymentDeps,
  page: CheckoutPage,
  { businessId, sessionId }: PageSession,
  facts: KnownFacts,
): Promise<CheckoutState> {
  const state = stateAfter(page.state, facts.state)
  if (state === page.state) return state
  // Stores the session id if a crash lost it.
  await changePage(tx, page, {
    state,
    sessionId: page.sessionId ?? sessionId,
    updatedAt: now(),
    needsRecheck: state === 'expired' && page.provider === 'paypal',
  })
  if (state === 'processing') {
    const [{ id: checkoutId }] = page.checkouts
    // A poll that finds the payment finished does nothing.
    for (const startAfterSeconds of pollDelays) {
      await jobs.enqueue(tx, pollSoonerJob, { businessId, checkoutId }, { startAfterSeconds })
    }
  }
  // A held payment ended without money, so the owner has resolved it.
  const wasHeld = page.state === 'processing' && state === 'expired'
  if (wasHeld && page.isOwn) await clearAccountProblem(tx, page.provider, heldPayments)
  return state
}

/** Responses may arrive out of order, so a checkout only moves forward. A payment always counts. */
function stateAfter(current: CheckoutState, reported: KnownFacts['state']): CheckoutState {
  if (reported === 'paid') return 'complete'
  if (current === 'complete' || current === 'expired') return current
  return reported === 'open' ? current : reported
}

/**
 * Marks a page as expired unconfirmed: no client has its address, or the account cannot be asked. If the client pays
 * anyway, the payment is still recognized.
 */
export async function abandonPage(
  { database, now }: PaymentDeps,
  { businessId, pageId, state, isOwn, sessionId, checkouts: rows }: CheckoutPage,
): Promise<void> {
  await withTenant(database, businessId, async (tx) => {
    await lockInvoicesIfThere(
      tx,
      rows.map(({ invoiceId }) => invoiceId),
    )
    await tx.db
      .update(checkouts)
      // A business's own account may send no webhooks, and may accept its keys again later.
      .set({ state: 'expired', updatedAt: now(), needsRecheck: isOwn && sessionId !== null })
      // Only if the state has not changed since it was read.
      .where(
        and(eq(checkouts.businessId, businessId), eq(checkouts.pageId, pageId), eq(checkouts.state, state)),
      )
  })
}
