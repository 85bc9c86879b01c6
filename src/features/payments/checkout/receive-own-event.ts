import { createStripeWebhooks } from '../../../platform/cards/stripe-webhooks.ts'
import { takeFromLimits } from '../../../platform/limits/limit.ts'
import { AppError } from '../../../shared/errors.ts'
import { openWebhookSecret } from '../../integrations/own-accounts.ts'
import { openAccount } from '../accounts/payment-accounts.ts'
import { findBusinessOfWebhook } from '../accounts/provider-links.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { ownWebhookLimits } from '../payment-limits.ts'
import { type Delivery, receiveFrom, refuseSignature } from './receive-event.ts'

const reason = 'To take word of a payment from Stripe'

/**
 * Takes an event of a business's own account, signed with that account's secret, also while it is switched off. Its
 * owner could sign anything with it: so it has a say about this business's payments through this account alone. The key
 * of the account is opened for a signed event about something of ours, and for nothing else.
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
  const secret = await openWebhookSecret(deps, businessId, { userId: null, reason })
  if (secret === null) throw refuseSignature(delivery, new Error('no signing secret is saved'))
  const source = {
    webhooks: createStripeWebhooks(secret),
    open: () => openAccount(deps, { businessId, provider: 'card', isOwn: true }, reason),
    webhookAccount: businessId,
  }
  await receiveFrom(deps, source, delivery)
}
