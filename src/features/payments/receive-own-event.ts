import { takeFromLimits } from '../../platform/limits/limit.ts'
import { AppError } from '../../shared/errors.ts'
import { openStripeKeys } from '../integrations/own-accounts.ts'
import type { PaymentDeps } from './payment-deps.ts'
import { ownWebhookLimits } from './payment-limits.ts'
import { findBusinessOfWebhook } from './provider-links.ts'
import { receiveFrom, refuseSignature } from './receive-event.ts'
import type { Delivery } from './receive-event.ts'

/**
 * Takes an event of a business's own account, signed with that account's secret, also while it is switched off. Its
 * owner could sign anything with it: so it has a say about this business's payments through this account alone.
 */
export async function receiveOwnEvent(
  deps: PaymentDeps,
  webhookId: string,
  delivery: Delivery,
): Promise<void> {
  const businessId = await findBusinessOfWebhook(deps.database, webhookId)
  if (businessId === undefined) throw new AppError('NOT_FOUND', 'There is nothing at this address.')
  if (!delivery.signature) throw refuseSignature(delivery, new Error('the event carries no signature'))
  await takeFromLimits(deps.database, ownWebhookLimits(webhookId))
  const access = { userId: null, reason: 'To take word of a payment from Stripe' }
  const keys = await openStripeKeys(deps, businessId, access, { forEvents: true })
  if (!keys?.webhookSecret) throw refuseSignature(delivery, new Error('no signing secret is saved'))
  await receiveFrom(deps, { cards: deps.connectOwnCards(keys), teller: businessId }, delivery)
}
