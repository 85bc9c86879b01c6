import type { Logger } from 'pino'
import { SignatureRefused } from '../../platform/cards/card-provider.ts'
import type { CardEvent, CardEventSubject, CardWebhooks } from '../../platform/cards/card-provider.ts'
import { AppError } from '../../shared/errors.ts'
import { syncCustomer } from '../billing/sync-subscription.ts'
import { applyCheckout } from './apply-checkout.ts'
import { askingProvider } from './card-failure.ts'
import type { PaymentDeps } from './payment-deps.ts'
import { findCheckoutLink, findPaymentLink, hasBeenApplied } from './provider-links.ts'
import { syncRefunds } from './sync-refunds.ts'

/**
 * Takes an event of the card provider. It is believed only that something happened to what it names: how that stands is
 * asked of the provider. So events may come late, twice, at once and in any order. One that cannot be dealt with now
 * is answered with an error, upon which the provider sends it again.
 */
export async function receiveEvent(
  deps: PaymentDeps,
  delivery: { body: Buffer; signature: string | undefined; log: Logger },
): Promise<void> {
  const event = readEvent(deps.cards.webhooks, delivery)
  const log = delivery.log.child({ eventId: event.id, eventType: event.type })
  if (await hasBeenApplied(deps.database, event.id)) {
    log.info('an event of the card provider came again')
    return
  }
  await askingProvider(() => apply(deps, event, event.subject, log))
}

function readEvent(
  webhooks: CardWebhooks,
  { body, signature, log }: { body: Buffer; signature: string | undefined; log: Logger },
): CardEvent {
  try {
    return webhooks.read(body, signature)
  } catch (error) {
    if (!(error instanceof SignatureRefused)) throw error
    log.warn({ err: error }, 'an event with a refused signature')
    throw new AppError('INVALID_SIGNATURE', 'The signature of this request was refused.', { cause: error })
  }
}

async function apply(
  deps: PaymentDeps,
  event: CardEvent,
  subject: CardEventSubject,
  log: Logger,
): Promise<void> {
  if (subject.kind === 'checkout') return applyToCheckout(deps, event, subject, log)
  if (subject.kind === 'subscription') return syncCustomer(deps, subject.customerId, event)
  if (subject.kind === 'other') return
  const payment = await findPaymentLink(deps.database, subject.paymentId)
  // If the payment itself is written later, its refunds are asked for then.
  if (!payment) return log.info('an event about a payment that is not known here')
  await syncRefunds(deps, payment, event)
}

async function applyToCheckout(
  deps: PaymentDeps,
  event: CardEvent,
  { reference, sessionId }: Extract<CardEventSubject, { kind: 'checkout' }>,
  log: Logger,
): Promise<void> {
  const link = await findCheckoutLink(deps.database, { reference, sessionId })
  if (!link) return log.info('an event about a visit that is not known here')
  const { businessId, checkoutId } = link
  // None is stored when the process died between the provider's answer and its note.
  if (link.sessionId !== null && link.sessionId !== sessionId) {
    return log.info({ checkoutId }, 'an event about another session than that of the visit')
  }
  const facts = await deps.cards.checkouts.read(sessionId)
  await applyCheckout(deps, { businessId, checkoutId, sessionId }, facts, event)
}
