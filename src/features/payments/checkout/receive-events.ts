import type { Logger } from 'pino'
import {
  type CardEvent,
  type CardEventSubject,
  type CardWebhooks,
  SignatureRefused,
} from '../../../platform/cards/card-provider.ts'
import { createStripeWebhooks } from '../../../platform/cards/stripe-webhooks.ts'
import { countUse } from '../../../platform/limits/limit.ts'
import { AppError } from '../../../shared/errors.ts'
import { syncCustomer } from '../../billing/sync-subscription.ts'
import { openWebhookSecret } from '../../integrations/own-accounts.ts'
import { askingProvider } from '../accounts/card-failure.ts'
import { type PaymentAccount, openAccount } from '../accounts/payment-accounts.ts'
import {
  type WebhookAccount,
  findPageLink,
  findPaymentLink,
  findBusinessOfWebhook,
} from '../accounts/provider-links.ts'
import { syncDisputes } from '../disputes/sync-disputes.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { syncRefunds } from '../refunds/sync-refunds.ts'
import { applyCheckout } from './apply-checkout.ts'

export interface Delivery {
  body: Buffer
  signature: string | undefined
  log: Logger
}

interface Source {
  webhooks: CardWebhooks
  /** Called once the signature is verified and the event concerns a known checkout or payment. */
  open: () => Promise<PaymentAccount>
  webhookAccount: WebhookAccount
}

/**
 * Receives an event from the card provider. It is only a hint that something changed: the current state is
 * read from the provider, so events may arrive late, twice, concurrently and in any order. One that cannot be
 * processed now gets an error, so that the provider sends it again.
 */
export async function receiveEvent(deps: PaymentDeps, delivery: Delivery): Promise<void> {
  const { cards } = deps
  await receiveFrom(
    deps,
    { webhooks: cards.webhooks, open: async () => cards, webhookAccount: null },
    delivery,
  )
}

export async function receiveFrom(deps: PaymentDeps, source: Source, delivery: Delivery): Promise<void> {
  const event = readEvent(source, delivery)
  const log = delivery.log.child({ eventId: event.id, eventType: event.type })
  await askingProvider(() => apply(deps, source, event, log))
}

export function refuseSignature({ log }: Delivery, cause: unknown): AppError {
  log.warn({ err: cause }, 'an event with a refused signature')
  return new AppError('INVALID_SIGNATURE', 'The signature of this request was refused.', { cause })
}

function readEvent({ webhooks }: Source, delivery: Delivery): CardEvent {
  try {
    return webhooks.read(delivery.body, delivery.signature)
  } catch (error) {
    throw error instanceof SignatureRefused ? refuseSignature(delivery, error) : error
  }
}

async function apply(deps: PaymentDeps, source: Source, event: CardEvent, log: Logger): Promise<void> {
  const { subject } = event
  if (subject.kind === 'checkout') return applyToCheckout(deps, source, event, subject, log)
  if (subject.kind === 'refund' || subject.kind === 'dispute')
    return applyToPayment(deps, source, event, subject, log)
  if (subject.kind === 'payout') return deps.fetchPayouts(source.webhookAccount)
  if (subject.kind === 'other') return
  // Plans are sold through the platform's account. A subscription in another is what that business sells.
  if (source.webhookAccount !== null) return log.info('an event about a subscription that is not ours')
  await syncCustomer(deps, subject.customerId, event)
}

async function applyToPayment(
  deps: PaymentDeps,
  { open, webhookAccount }: Source,
  event: CardEvent,
  { kind, paymentId, customerId }: Extract<CardEventSubject, { kind: 'refund' | 'dispute' }>,
  log: Logger,
): Promise<void> {
  const payment = await findPaymentLink(deps.database, webhookAccount, paymentId)
  // Clients who pay invoices are not customers of the platform, so a refund with a customer is for a plan.
  if (!payment && webhookAccount === null && customerId !== null) return syncCustomer(deps, customerId, event)
  // If the payment is recorded later, its refunds and disputes are read then.
  if (!payment) return log.info('an event about a payment that is not known here')
  if (await wasApplied(deps, payment, event, log)) return
  await (kind === 'dispute' ? syncDisputes : syncRefunds)(deps, payment, { event, account: await open() })
}

async function applyToCheckout(
  deps: PaymentDeps,
  { open, webhookAccount }: Source,
  event: CardEvent,
  { reference, sessionId }: Extract<CardEventSubject, { kind: 'checkout' }>,
  log: Logger,
): Promise<void> {
  const link = await findPageLink(deps.database, webhookAccount, { reference, sessionId })
  if (!link) return log.info('an event about a checkout that is not known here')
  if (await wasApplied(deps, link, event, log)) return
  const { businessId, pageId } = link
  // The session id is missing if the process crashed before it stored the provider's response.
  if (link.sessionId !== null && link.sessionId !== sessionId) {
    return log.info({ pageId }, 'an event about a session other than the checkout’s')
  }
  const { checkouts } = await open()
  const facts = await checkouts.read(sessionId)
  await applyCheckout(deps, { businessId, pageId, sessionId }, facts, event)
}

async function wasApplied(
  { database }: PaymentDeps,
  { businessId }: { businessId: string },
  event: CardEvent,
  log: Logger,
): Promise<boolean> {
  const found = 'select from card_events where business_id = $1 and id = $2'
  const { rows } = await database.platform.query(found, [businessId, event.id])
  const isApplied = rows.length > 0
  if (isApplied) log.info('an event from the card provider arrived again')
  return isApplied
}

const reason = 'To receive a payment notice from Stripe'

/**
 * Receives an event signed with the secret of a business's own account, even while that is switched off. The
 * owner knows the secret and could sign anything, so the event may only concern this business's payments
 * through this account. The account's key is read only for a correctly signed event about a known checkout or
 * payment.
 */
export async function receiveOwnEvent(
  deps: PaymentDeps,
  webhookId: string,
  delivery: Delivery,
): Promise<void> {
  const businessId = await findBusinessOfWebhook(deps.database, webhookId)
  if (businessId === undefined) throw new AppError('NOT_FOUND', 'There is nothing at this address.')
  if (!delivery.signature) throw refuseSignature(delivery, new Error('the event carries no signature'))
  // Each event decrypts the business's signing secret, which adds an entry to the log that the owner sees.
  await countUse(deps.database, [{ key: `webhook:stripe:${webhookId}`, max: 600, windowSeconds: 60 }])
  const secret = await openWebhookSecret(deps, businessId, { userId: null, reason })
  if (secret === null) throw refuseSignature(delivery, new Error('no signing secret is saved'))
  const source = {
    webhooks: createStripeWebhooks(secret),
    open: () => openAccount(deps, { businessId, provider: 'card', isOwn: true }, reason),
    webhookAccount: businessId,
  }
  await receiveFrom(deps, source, delivery)
}
