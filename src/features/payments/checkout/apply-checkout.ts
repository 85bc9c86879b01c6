import { type CheckoutFacts, CardProviderError } from '../../../platform/cards/card-provider.ts'
import { type Transaction, withTenant } from '../../../platform/db/transaction.ts'
import { heldPayments } from '../../../shared/account-problems.ts'
import { noteEvent } from '../../billing/queries.ts'
import { noteWorking } from '../accounts/note-refused-keys.ts'
import { receivePayment } from '../ledger/receive-payment.ts'
import { mayWriteTestPayment } from '../ledger/test-payments.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { syncRefundsLater } from '../refunds/sync-refunds-later.ts'
import {
  type Checkout,
  type CheckoutState,
  changeCheckout,
  getCheckout,
  lockCheckout,
  lockInvoiceIfThere,
} from './checkout-queries.ts'
import { pollSooner } from './poll-sooner.ts'

type KnownFacts = Exclude<CheckoutFacts, { state: 'unknown' }>

interface CheckoutSession {
  businessId: string
  checkoutId: string
  /** Of the session that the facts are about. */
  sessionId: string
}

/**
 * Writes down what the provider says of a visit to its page. Return page, webhook, reconcile and a new visit all come
 * through here, in any order, at once and again and again: the payment is written once, and with it, in the same
 * transaction, everything that follows from it and the event that said so. A crash before the commit leaves nothing,
 * and the next of them does it all.
 */
export async function applyCheckout(
  deps: PaymentDeps,
  visit: CheckoutSession,
  facts: CheckoutFacts,
  event?: { id: string; type: string },
): Promise<CheckoutState | undefined> {
  const { businessId, checkoutId } = visit
  if (facts.reference !== checkoutId) {
    throw new CardProviderError('nonsense', `session ${visit.sessionId} is not that of ${checkoutId}`)
  }
  if (facts.state === 'unknown') {
    // What is stored stays, the event counts as not applied, and the hourly job asks again.
    const { unknownStatus: status } = facts
    deps.log.warn({ businessId, checkoutId, status }, 'a payment has a status that is not known')
    return undefined
  }
  return withTenant(deps.database, businessId, async (tx) => {
    const known = await getCheckout(tx, checkoutId)
    if (event && !(await noteEvent(tx, businessId, event))) return known?.state
    if (!known) return undefined
    const isThere = await lockInvoiceIfThere(tx, known.invoiceId)
    const checkout = await lockCheckout(tx, checkoutId)
    if (!checkout) return undefined
    const isTest = checkout.isTest || isTestSession(visit.sessionId)
    if (isTest && (await isRefusedTest(tx, deps, checkout, facts))) {
      return endTest(tx, deps, checkout, visit)
    }
    const state = await follow(tx, deps, checkout, visit, facts)
    if (facts.state === 'paid') {
      await receive(tx, deps, { ...checkout, isTest }, facts, isThere ? checkout.invoiceId : null)
    }
    return state
  })
}

/** Checkouts that an earlier version of this program opened carry no mark; the card provider's name for them does. */
function isTestSession(sessionId: string): boolean {
  return sessionId.startsWith('cs_test_')
}

/** A test that ended is not looked at again: it was entered then, or refused. */
async function isRefusedTest(
  tx: Transaction,
  deps: PaymentDeps,
  { businessId, state }: Checkout,
  facts: CheckoutFacts,
): Promise<boolean> {
  if (facts.state !== 'paid' && facts.state !== 'processing') return false
  return state === 'complete' || !(await mayWriteTestPayment(tx, deps, businessId))
}

/** Without an entry in the ledger, since no money moved. */
async function endTest(
  tx: Transaction,
  { now, log }: PaymentDeps,
  checkout: Checkout,
  { sessionId }: CheckoutSession,
): Promise<CheckoutState> {
  if (checkout.state === 'complete') return 'complete'
  log.warn({ checkoutId: checkout.id }, 'a test payment was refused: test payments are not allowed any more')
  await changeCheckout(tx, checkout, { state: 'complete', sessionId, updatedAt: now(), lookAgain: false })
  return 'complete'
}

async function follow(
  tx: Transaction,
  { now, jobs }: PaymentDeps,
  checkout: Checkout,
  visit: CheckoutSession,
  facts: KnownFacts,
): Promise<CheckoutState> {
  const state = stateAfter(checkout.state, facts.state)
  if (state === checkout.state) return state
  // A session whose id was lost in a crash is known from now on.
  await changeCheckout(tx, checkout, {
    state,
    sessionId: checkout.sessionId ?? visit.sessionId,
    updatedAt: now(),
    lookAgain: state === 'expired' && checkout.provider === 'paypal',
  })
  if (state === 'processing') await pollSooner(tx, jobs, visit)
  // One that was held has come to its end without money: its owner has seen to it.
  const wasOnItsWay = checkout.state === 'processing' && state === 'expired'
  if (wasOnItsWay && checkout.isOwn) await noteWorking(tx, checkout.provider, heldPayments)
  return state
}

/** Answers may come in another order than they were given, so a visit only ever goes forward. Money always counts. */
function stateAfter(current: CheckoutState, told: KnownFacts['state']): CheckoutState {
  if (told === 'paid') return 'complete'
  if (current === 'complete' || current === 'expired') return current
  return told === 'open' ? current : told
}

async function receive(
  tx: Transaction,
  deps: PaymentDeps,
  checkout: Checkout,
  facts: Extract<CheckoutFacts, { state: 'paid' }>,
  invoiceId: string | null,
): Promise<void> {
  const { businessId, invoiceNumber, provider, isOwn, isTest } = checkout
  const { isNew, paymentId } = await receivePayment(tx, deps, {
    businessId,
    invoiceId,
    invoiceNumber,
    method: provider,
    isOwn,
    isTest,
    amountCents: facts.amountCents,
    creditedCents: facts.amountCents === checkout.amountCents ? checkout.creditedCents : 0,
    receivedAt: facts.paidAt,
    providerPaymentId: facts.paymentId,
    checkoutId: checkout.id,
    sendReceipt: true,
    tellOwner: true,
  })
  if (!isNew || paymentId === null) return
  if (isOwn) await noteWorking(tx, provider)
  const providerPaymentId = facts.paymentId
  await syncRefundsLater(tx, deps.jobs, { businessId, provider, isOwn, paymentId, providerPaymentId })
  // Should another visit be under way, it was for what has been paid now.
  if (invoiceId !== null) await deps.closeCheckouts(tx, { businessId, invoiceId })
}
