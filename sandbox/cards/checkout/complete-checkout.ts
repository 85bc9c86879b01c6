import { withCardSandbox } from '../../../src/platform/db/transaction.ts'
import type { CardSandbox, SandboxScope } from '../card-sandbox.ts'
import { emitEvent } from '../events.ts'
import { findObject, getObject, saveObject } from '../object-store.ts'
import { createCustomer } from '../payments/customers.ts'
import { type ChargeResult, chargeCard, confirmCharge, createIntent } from '../payments/payment-intents.ts'
import { type CardInput, attachCard, createPaymentMethod } from '../payments/payment-methods.ts'
import type { CheckoutSession, PaymentMethod } from '../sandbox-objects.ts'
import { createSubscription } from '../subscriptions/subscriptions.ts'
import { lockSession } from './checkout-sessions.ts'
import { declines } from './test-cards.ts'

export type CheckoutOutcome =
  | { state: 'complete'; url: string }
  /** The client can try another card. */
  | { state: 'declined'; message: string }
  /** The card holder must confirm. */
  | { state: 'confirm' }
  /** The session was already complete or expired. */
  | { state: 'over'; url: string | null }

/** Reads a session, and expires it first if its time is over. */
export async function readCheckout(
  sandbox: CardSandbox,
  sessionId: string,
): Promise<CheckoutSession | undefined> {
  const found = await withCardSandbox(sandbox.database, (tx) => lockSession({ sandbox, tx }, sessionId))
  return found?.session
}

/** Submits a card; null only for a trial that needs no card. */
export function submitCard(
  sandbox: CardSandbox,
  sessionId: string,
  card: CardInput | null,
): Promise<CheckoutOutcome> {
  return withOpenSession(sandbox, sessionId, async (scope, session) => {
    if (session.mode === 'payment') {
      if (!card) return { state: 'declined', message: 'A card is needed.' }
      return pay(scope, session, await createPaymentMethod(scope, card, null))
    }
    const needsCard =
      session._subscription.trial_period_days === null || session.payment_method_collection === 'always'
    if (!card && needsCard) return { state: 'declined', message: 'A card is needed.' }
    if (card?.outcome !== 'asks' && card?.outcome !== 'always_asks') return subscribe(scope, session, card)
    const method = await createPaymentMethod(scope, card, null)
    await saveObject(scope, { ...session, _asked: method.id })
    return { state: 'confirm' }
  })
}

export function answerConfirmation(
  sandbox: CardSandbox,
  sessionId: string,
  confirmed: boolean,
): Promise<CheckoutOutcome> {
  return withOpenSession(sandbox, sessionId, async (scope, waiting) => {
    const method = await findObject(scope, 'payment_method', waiting._asked)
    if (!method) return { state: 'declined', message: declines.unconfirmed.message }
    const session: CheckoutSession = { ...waiting, _asked: null }
    if (session.mode === 'payment') {
      const intent = await findObject(scope, 'payment_intent', session.payment_intent, { lock: true })
      if (!intent) throw new Error(`${session.id} asks without a payment`)
      return finishPayment(scope, session, await confirmCharge(scope, intent, confirmed))
    }
    if (!confirmed) {
      await saveObject(scope, session)
      return { state: 'declined', message: declines.unconfirmed.message }
    }
    // The holder has agreed to later charges, so this card needs no further confirmation.
    const { brand, last4, exp_month: expMonth, exp_year: expYear } = method.card
    return subscribe(scope, session, { outcome: 'succeeds', brand, last4, expMonth, expYear })
  })
}

/** Locks the session during the work, so that two concurrent submits pay once. */
function withOpenSession(
  sandbox: CardSandbox,
  sessionId: string,
  work: (scope: SandboxScope, session: CheckoutSession) => Promise<CheckoutOutcome>,
): Promise<CheckoutOutcome> {
  return withCardSandbox(sandbox.database, async (tx) => {
    const found = await lockSession({ sandbox, tx }, sessionId)
    if (!found) return { state: 'over', url: null }
    const { account, session } = found
    if (session.status === 'open') return work({ sandbox, tx, account }, session)
    return { state: 'over', url: session.status === 'complete' ? returnUrl(session) : session.cancel_url }
  })
}

async function pay(
  scope: SandboxScope,
  session: CheckoutSession,
  method: PaymentMethod,
): Promise<CheckoutOutcome> {
  const earlier = await findObject(scope, 'payment_intent', session.payment_intent, { lock: true })
  const { amount_total: amount, currency, _payment: details } = session
  const intent =
    earlier ??
    (await createIntent(scope, {
      amount,
      currency,
      customer: await customerOf(scope, session),
      receiptEmail: null,
      ...details,
    }))
  const result = await chargeCard(scope, intent, method)
  return finishPayment(scope, { ...session, _asked: result.needsConfirmation ? method.id : null }, result)
}

async function customerOf(scope: SandboxScope, session: CheckoutSession): Promise<string | null> {
  if (session.customer !== null || session.customer_creation !== 'always') return session.customer
  const { id } = await createCustomer(scope, { email: session.customer_email ?? '' })
  return id
}

async function finishPayment(
  scope: SandboxScope,
  before: CheckoutSession,
  { intent, error, needsConfirmation }: ChargeResult,
): Promise<CheckoutOutcome> {
  const session = { ...before, payment_intent: intent.id }
  if (!needsConfirmation && !error) {
    const { customer } = intent
    if (customer && intent.setup_future_usage) {
      const method = await getObject(scope, 'payment_method', intent.payment_method ?? '')
      await attachCard(scope, method, customer)
    }
    return complete(scope, { ...session, customer, payment_status: 'paid' })
  }
  await saveObject(scope, session)
  return error ? { state: 'declined', message: error.message } : { state: 'confirm' }
}

async function subscribe(
  scope: SandboxScope,
  session: CheckoutSession,
  card: CardInput | null,
): Promise<CheckoutOutcome> {
  const { client } = scope.tx
  const isGone = session.customer && !(await findObject(scope, 'customer', session.customer))
  if (isGone) return { state: 'declined', message: 'This customer has been deleted.' }
  // If the card is declined, neither the subscription nor the card is stored.
  await client.query('savepoint subscribing')
  const customer = session.customer
    ? await getObject(scope, 'customer', session.customer, { lock: true })
    : await createCustomer(scope, { email: session.customer_email ?? '' })
  const paymentMethod = card && (await createPaymentMethod(scope, card, customer.id))
  if (paymentMethod) {
    await saveObject(scope, { ...customer, invoice_settings: { default_payment_method: paymentMethod.id } })
  }
  const withCustomer = { ...session, customer: customer.id }
  const { subscription, declined } = await createSubscription(scope, { session: withCustomer, paymentMethod })
  if (declined !== null) {
    await client.query('rollback to savepoint subscribing')
    await saveObject(scope, session)
    return { state: 'declined', message: declined }
  }
  const payment_status = session.amount_total === 0 ? 'no_payment_required' : 'paid'
  return complete(scope, { ...withCustomer, subscription: subscription.id, payment_status })
}

async function complete(scope: SandboxScope, session: CheckoutSession): Promise<CheckoutOutcome> {
  const done: CheckoutSession = { ...session, status: 'complete', url: null, _asked: null }
  await saveObject(scope, done, null)
  await emitEvent(scope, 'checkout.session.completed', done)
  return { state: 'complete', url: returnUrl(done) }
}

export function returnUrl(session: CheckoutSession): string {
  return session.success_url.replaceAll('{CHECKOUT_SESSION_ID}', session.id)
}
