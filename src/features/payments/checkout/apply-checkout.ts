import { and, eq } from 'drizzle-orm'
import { type CheckoutFacts, CardProviderError } from '../../../platform/cards/card-provider.ts'
import { checkouts } from '../../../platform/db/tables/payments.ts'
import { type Transaction, withTenant } from '../../../platform/db/transaction.ts'
import { heldPayments } from '../../../shared/account-problems.ts'
import { type ProviderEvent, recordEvent } from '../../billing/queries.ts'
import { clearAccountProblem } from '../accounts/key-problems.ts'
import { pollSoonerJob, syncRefundsJob } from '../jobs.ts'
import { receivePayment } from '../ledger/receive-payment.ts'
import { mayWriteTestPayment } from '../ledger/test-payments.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { saveCard } from '../saved-cards/save-card.ts'
import { settleCharge } from '../saved-cards/settle-charge.ts'
import {
  type Checkout,
  type CheckoutState,
  changeCheckout,
  getCheckout,
  lockCheckout,
  lockInvoiceIfThere,
} from './checkout-queries.ts'

/** In seconds. Later the hourly job asks. */
const pollDelays = [60, 5 * 60, 15 * 60]

type KnownFacts = Exclude<CheckoutFacts, { state: 'unknown' }>

export interface CheckoutSession {
  businessId: string
  checkoutId: string
  sessionId: string
}

/**
 * Records what the provider reports about a checkout session. The return page, webhooks, reconciliation and a
 * new checkout call this, in any order and concurrently; the payment is written once. What follows from it
 * and the event that reported it are in the same transaction, so after a crash the next caller does all of
 * it.
 */
export async function applyCheckout(
  deps: PaymentDeps,
  session: CheckoutSession,
  facts: CheckoutFacts,
  event?: ProviderEvent,
): Promise<CheckoutState | undefined> {
  const { businessId, checkoutId } = session
  if (facts.reference !== checkoutId) {
    throw new CardProviderError('malformed', `session ${session.sessionId} is not that of ${checkoutId}`)
  }
  if (facts.state === 'unknown') {
    // Nothing is changed, the event is not marked as applied, and the hourly job asks again.
    const { unknownStatus: status } = facts
    deps.log.warn({ businessId, checkoutId, status }, 'a payment has a status that is not known')
    return undefined
  }
  return withTenant(deps.database, businessId, async (tx) => {
    const found = await getCheckout(tx, checkoutId)
    if (event && !(await recordEvent(tx, businessId, event))) return found?.state
    if (!found) return undefined
    const invoiceExists = await lockInvoiceIfThere(tx, found.invoiceId)
    const checkout = await lockCheckout(tx, checkoutId)
    if (!checkout) return undefined
    if (facts.state === 'paid' && facts.currency !== checkout.currency) {
      const message = `session ${session.sessionId} was paid in ${facts.currency}, not in ${checkout.currency}`
      throw new CardProviderError('malformed', message)
    }
    // Checkouts that an earlier version opened have no test flag, but Stripe's session id shows it.
    const isTest = checkout.isTest || session.sessionId.startsWith('cs_test_')
    if (isTest && (await isRefusedTest(tx, deps, checkout, facts))) {
      if (checkout.isAutomatic) await settleCharge(tx, deps, checkout, refusedTest)
      return endTest(tx, deps, checkout, session)
    }
    const state = await updateState(tx, deps, checkout, session, facts)
    if (facts.state === 'paid') {
      await writePayment(tx, deps, { ...checkout, isTest }, facts, invoiceExists ? checkout.invoiceId : null)
      if (facts.savedCard && invoiceExists) await saveCard(tx, deps, { ...checkout, isTest }, facts.savedCard)
    }
    if (checkout.isAutomatic && invoiceExists) await settleAutomatic(tx, deps, checkout, facts)
    return state
  })
}

const refusedTest = {
  state: 'failed',
  reason: 'Test payments are no longer allowed.',
  isCardGone: false,
} as const

/** What follows from the end of a charge that nobody pressed a button for. */
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
  await settleCharge(tx, deps, checkout, { ...ended, isCardGone: false })
}

/** Whether a test must not be recorded: it is not allowed any more, or was recorded or refused before. */
async function isRefusedTest(
  tx: Transaction,
  deps: PaymentDeps,
  { businessId, state }: Checkout,
  facts: CheckoutFacts,
): Promise<boolean> {
  if (facts.state !== 'paid' && facts.state !== 'processing') return false
  return state === 'complete' || !(await mayWriteTestPayment(tx, deps, businessId))
}

/** Completes a test checkout without a ledger entry, since no money moved. */
async function endTest(
  tx: Transaction,
  { now, log }: PaymentDeps,
  checkout: Checkout,
  { sessionId }: CheckoutSession,
): Promise<CheckoutState> {
  if (checkout.state === 'complete') return 'complete'
  log.warn(
    { checkoutId: checkout.id },
    'a test payment was refused, because test payments are no longer allowed',
  )
  await changeCheckout(tx, checkout, { state: 'complete', sessionId, updatedAt: now(), needsRecheck: false })
  return 'complete'
}

async function updateState(
  tx: Transaction,
  { now, jobs }: PaymentDeps,
  checkout: Checkout,
  session: CheckoutSession,
  facts: KnownFacts,
): Promise<CheckoutState> {
  const state = stateAfter(checkout.state, facts.state)
  if (state === checkout.state) return state
  // Stores the session id if a crash lost it.
  await changeCheckout(tx, checkout, {
    state,
    sessionId: checkout.sessionId ?? session.sessionId,
    updatedAt: now(),
    needsRecheck: state === 'expired' && checkout.provider === 'paypal',
  })
  if (state === 'processing') {
    const { businessId, checkoutId } = session
    // A poll that finds the payment finished does nothing.
    for (const startAfterSeconds of pollDelays) {
      await jobs.enqueue(tx, pollSoonerJob, { businessId, checkoutId }, { startAfterSeconds })
    }
  }
  // A held payment ended without money, so the owner has resolved it.
  const wasHeld = checkout.state === 'processing' && state === 'expired'
  if (wasHeld && checkout.isOwn) await clearAccountProblem(tx, checkout.provider, heldPayments)
  return state
}

/** Responses may arrive out of order, so a checkout only moves forward. A payment always counts. */
function stateAfter(current: CheckoutState, reported: KnownFacts['state']): CheckoutState {
  if (reported === 'paid') return 'complete'
  if (current === 'complete' || current === 'expired') return current
  return reported === 'open' ? current : reported
}

async function writePayment(
  tx: Transaction,
  deps: PaymentDeps,
  checkout: Checkout,
  facts: Extract<CheckoutFacts, { state: 'paid' }>,
  invoiceId: string | null,
): Promise<void> {
  const { businessId, invoiceNumber, provider, currency, isOwn, isTest } = checkout
  const { isNew, paymentId } = await receivePayment(tx, deps, {
    businessId,
    invoiceId,
    invoiceNumber,
    method: provider,
    isOwn,
    isTest,
    currency,
    amountMinor: facts.amountMinor,
    creditedMinor: facts.amountMinor === checkout.amountMinor ? checkout.creditedMinor : 0,
    receivedAt: facts.paidAt,
    providerPaymentId: facts.paymentId,
    checkoutId: checkout.id,
    sendReceipt: true,
    notifyOwner: true,
  })
  if (!isNew || paymentId === null) return
  if (isOwn) await clearAccountProblem(tx, provider)
  const payment = { businessId, provider, isOwn, paymentId, providerPaymentId: facts.paymentId }
  await deps.jobs.enqueue(tx, syncRefundsJob, payment)
  // Another open checkout asks for money that has now been paid.
  if (invoiceId !== null) await deps.closeCheckouts(tx, { businessId, invoiceId })
}

/**
 * Marks a checkout as expired unconfirmed: no client has the address of its page, or the account cannot be
 * asked. If the client pays anyway, the payment is still recognized.
 */
export async function abandonCheckout(
  { database, now }: PaymentDeps,
  { businessId, id, state, isOwn, sessionId }: Checkout,
): Promise<void> {
  await withTenant(database, businessId, ({ db }) =>
    db
      .update(checkouts)
      // A business's own account may send no webhooks, and may accept its keys again later.
      .set({ state: 'expired', updatedAt: now(), needsRecheck: isOwn && sessionId !== null })
      // Only if the state has not changed since it was read.
      .where(and(eq(checkouts.businessId, businessId), eq(checkouts.id, id), eq(checkouts.state, state))),
  )
}
