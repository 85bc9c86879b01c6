import { withCardSandbox } from '../../../src/platform/db/transaction.ts'
import type { CardSandbox, SandboxScope } from '../card-sandbox.ts'
import { emitEvent } from '../events.ts'
import { readObject, saveObject } from '../object-store.ts'
import { createCustomer, getCustomer } from '../payments/customers.ts'
import { type ChargeResult, confirmCharge, chargeCard } from '../payments/payment-intents.ts'
import { type CardInput, createPaymentMethod } from '../payments/payment-methods.ts'
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
    if (card?.outcome !== 'asks') return subscribe(scope, session, card)
    const method = await createPaymentMethod(scope, card, null)
    await saveObject(scope.tx, { ...session, _asked: method.id })
    return { state: 'confirm' }
  })
}

export function answerConfirmation(
  sandbox: CardSandbox,
  sessionId: string,
  confirmed: boolean,
): Promise<CheckoutOutcome> {
  return withOpenSession(sandbox, sessionId, async (scope, waiting) => {
    const { tx, account } = scope
    const method = await readObject(tx, 'payment_method', waiting._asked ?? '', { account })
    if (!method) return { state: 'declined', message: declines.unconfirmed.message }
    const session: CheckoutSession = { ...waiting, _asked: null }
    if (session.mode === 'payment') {
      const intent = await readObject(tx, 'payment_intent', session.payment_intent ?? '', {
        account,
        lock: true,
      })
      if (!intent) throw new Error(`${session.id} asks without a payment`)
      return finishPayment(scope, session, await confirmCharge(scope, intent.body, confirmed))
    }
    if (!confirmed) {
      await saveObject(tx, session)
      return { state: 'declined', message: declines.unconfirmed.message }
    }
    // The holder has agreed to later charges, so this card needs no further confirmation.
    const { card } = method.body
    const { brand, last4, exp_month: expMonth, exp_year: expYear } = card
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
  paymentMethod: PaymentMethod,
): Promise<CheckoutOutcome> {
  const { tx, account } = scope
  const intent = session.payment_intent
    ? await readObject(tx, 'payment_intent', session.payment_intent, { account, lock: true })
    : undefined
  const result = await chargeCard(scope, {
    amount: session.amount_total,
    currency: session.currency,
    customer: session.customer,
    receiptEmail: null,
    description: session._payment.description,
    metadata: session._payment.metadata,
    paymentMethod,
    intent: intent?.body,
  })
  return finishPayment(
    scope,
    { ...session, _asked: result.needsConfirmation ? paymentMethod.id : null },
    result,
  )
}

async function finishPayment(
  scope: SandboxScope,
  before: CheckoutSession,
  { intent, error, needsConfirmation }: ChargeResult,
): Promise<CheckoutOutcome> {
  const session = { ...before, payment_intent: intent.id }
  if (!needsConfirmation && !error) return complete(scope, { ...session, payment_status: 'paid' })
  await saveObject(scope.tx, session)
  return error ? { state: 'declined', message: error.message } : { state: 'confirm' }
}

async function subscribe(
  scope: SandboxScope,
  session: CheckoutSession,
  card: CardInput | null,
): Promise<CheckoutOutcome> {
  const { tx, account } = scope
  const isGone = session.customer && !(await readObject(tx, 'customer', session.customer, { account }))
  if (isGone) return { state: 'declined', message: 'This customer has been deleted.' }
  // If the card is declined, neither the subscription nor the card is stored.
  await tx.client.query('savepoint subscribing')
  const customer = session.customer
    ? await getCustomer(scope, session.customer, { lock: true })
    : await createCustomer(scope, { email: session.customer_email ?? '' })
  const paymentMethod = card && (await createPaymentMethod(scope, card, customer.id))
  if (paymentMethod) {
    await saveObject(tx, { ...customer, invoice_settings: { default_payment_method: paymentMethod.id } })
  }
  const withCustomer = { ...session, customer: customer.id }
  const { subscription, declined } = await createSubscription(scope, { session: withCustomer, paymentMethod })
  if (declined !== null) {
    await tx.client.query('rollback to savepoint subscribing')
    await saveObject(tx, session)
    return { state: 'declined', message: declined }
  }
  const payment_status = session.amount_total === 0 ? 'no_payment_required' : 'paid'
  return complete(scope, { ...withCustomer, subscription: subscription.id, payment_status })
}

async function complete(
  { sandbox, tx, account }: SandboxScope,
  session: CheckoutSession,
): Promise<CheckoutOutcome> {
  const done: CheckoutSession = { ...session, status: 'complete', url: null, _asked: null }
  await saveObject(tx, done, null)
  await emitEvent(sandbox, tx, account, 'checkout.session.completed', done)
  return { state: 'complete', url: returnUrl(done) }
}

export function returnUrl(session: CheckoutSession): string {
  return session.success_url.replaceAll('{CHECKOUT_SESSION_ID}', session.id)
}
