import { withCardSandbox } from '../../../src/platform/db/transaction.ts'
import type { CardSandbox, SandboxScope } from '../card-sandbox.ts'
import { emitEvent } from '../events.ts'
import { readObject, saveObject } from '../object-store.ts'
import { createCustomer, getCustomer } from '../payments/customers.ts'
import { type ChargeResult, answerAsked, chargeCard } from '../payments/payment-intents.ts'
import { type CardInput, createPaymentMethod } from '../payments/payment-methods.ts'
import type { CheckoutSession, PaymentMethod } from '../sandbox-objects.ts'
import { createSubscription } from '../subscriptions/subscriptions.ts'
import { lockSession } from './checkout-sessions.ts'
import { declines } from './test-cards.ts'

export type { CardInput } from '../payments/payment-methods.ts'

export type CheckoutOutcome =
  | { state: 'complete'; url: string }
  /** The client may try another card. */
  | { state: 'declined'; message: string }
  /** The card wants its holder to confirm. */
  | { state: 'confirm' }
  /** It was complete or expired already. */
  | { state: 'over'; url: string | null }

/** Expired first if its time is over. */
export async function readCheckout(
  sandbox: CardSandbox,
  sessionId: string,
): Promise<CheckoutSession | undefined> {
  const found = await withCardSandbox(sandbox.database, (tx) => lockSession({ sandbox, tx }, sessionId))
  return found?.session
}

/** Null only for a trial that needs no card. */
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
    const asking = await createPaymentMethod(scope, card, null)
    await saveObject(scope.tx, { ...session, _asked: asking.id })
    return { state: 'confirm' }
  })
}

export function answerConfirmation(
  sandbox: CardSandbox,
  sessionId: string,
  confirmed: boolean,
): Promise<CheckoutOutcome> {
  return withOpenSession(sandbox, sessionId, async (scope, asking) => {
    const { tx, account } = scope
    const method = await readObject(tx, 'payment_method', asking._asked ?? '', { account })
    if (!method) return { state: 'declined', message: declines.unconfirmed.message }
    const session: CheckoutSession = { ...asking, _asked: null }
    if (session.mode === 'payment') {
      const intent = await readObject(tx, 'payment_intent', session.payment_intent ?? '', {
        account,
        lock: true,
      })
      if (!intent) throw new Error(`${session.id} asks without a payment`)
      return finishPayment(scope, session, await answerAsked(scope, intent.body, confirmed))
    }
    if (!confirmed) {
      await saveObject(tx, session)
      return { state: 'declined', message: declines.unconfirmed.message }
    }
    // Once its holder has agreed to later charges, this card asks no more.
    const { card } = method.body
    const { brand, last4, exp_month: expMonth, exp_year: expYear } = card
    return subscribe(scope, session, { outcome: 'succeeds', brand, last4, expMonth, expYear })
  })
}

/** Holds the session for the whole of the work, so that two submits at once pay once. */
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
  return finishPayment(scope, { ...session, _asked: result.asks ? paymentMethod.id : null }, result)
}

async function finishPayment(
  scope: SandboxScope,
  before: CheckoutSession,
  { intent, error, asks }: ChargeResult,
): Promise<CheckoutOutcome> {
  const session = { ...before, payment_intent: intent.id }
  if (!asks && !error) return complete(scope, { ...session, payment_status: 'paid' })
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
  // A declined card leaves neither a subscription nor itself behind.
  await tx.client.query('savepoint subscribing')
  const customer = session.customer
    ? await getCustomer(scope, session.customer, { lock: true })
    : await createCustomer(scope, { email: session.customer_email ?? '' })
  const paymentMethod = card && (await createPaymentMethod(scope, card, customer.id))
  if (paymentMethod) {
    await saveObject(tx, { ...customer, invoice_settings: { default_payment_method: paymentMethod.id } })
  }
  const owned = { ...session, customer: customer.id }
  const { subscription, declined } = await createSubscription(scope, { session: owned, paymentMethod })
  if (declined !== null) {
    await tx.client.query('rollback to savepoint subscribing')
    await saveObject(tx, session)
    return { state: 'declined', message: declined }
  }
  const payment_status = session.amount_total === 0 ? 'no_payment_required' : 'paid'
  return complete(scope, { ...owned, subscription: subscription.id, payment_status })
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
