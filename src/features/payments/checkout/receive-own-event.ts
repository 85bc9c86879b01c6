import { createStripeWebhooks } from '../../../platform/cards/stripe-webhooks.ts'
import { countUse } from '../../../platform/limits/limit.ts'
import { AppError } from '../../../shared/errors.ts'
import { openWebhookSecret } from '../../integrations/own-accounts.ts'
import { openAccount } from '../accounts/payment-accounts.ts'
import { findBusinessOfWebhook } from '../accounts/provider-links.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { ownWebhookLimits } from '../payment-limits.ts'
import { type Delivery, receiveFrom, refuseSignature } from './receive-event.ts'

const reason = 'To take word of a payment from Stripe'

/**
 * Receives an event from a business's own account, signed with that account's secret, even while the account
 * is switched off. The owner knows the secret and could sign anything, so the event may only concern this
 * business's payments through this account. The account's key is read only for a correctly signed event about
 * a known checkout or payment.
 */
export async function receiveOwnEvent(
  deps: PaymentDeps,
  webhookId: string,
  delivery: Delivery,
): Promise<void> {
  const businessId = await findBusinessOfWebhook(deps.database, webhookId)
  if (businessId === undefined) throw new AppError('NOT_FOUND', 'There is nothing at this address.')
  if (!delivery.signature) throw refuseSignature(delivery, new Error('the event carries no signature'))
  await countUse(deps.database, ownWebhookLimits(webhookId))
  const secret = await openWebhookSecret(deps, businessId, { userId: null, reason })
  if (secret === null) throw refuseSignature(delivery, new Error('no signing secret is saved'))
  const source = {
    webhooks: createStripeWebhooks(secret),
    open: () => openAccount(deps, { businessId, provider: 'card', isOwn: true }, reason),
    webhookAccount: businessId,
  }
  await receiveFrom(deps, source, delivery)
}
