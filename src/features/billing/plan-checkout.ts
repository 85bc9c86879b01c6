import { randomUUID } from 'node:crypto'
import { type SubscriptionRequest, CardProviderError } from '../../platform/cards/card-provider.ts'
import type { Database } from '../../platform/db/connect.ts'
import { withPlatform } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import type { BillingDeps } from './billing-deps.ts'
import { type StoredCheckout, lockSubscription, checkoutLifetimeMs } from './queries.ts'
import { trialDays } from './rules.ts'

interface CheckoutOptions {
  businessId: string
  customerId: string
  lookupKey: string
}

/**
 * Returns the running checkout, for whatever plan, or stores a new one. It is stored before the provider is
 * called: after any failure, the next request repeats the same call and gets the same page.
 */
export async function findOrStoreCheckout(
  deps: BillingDeps,
  options: CheckoutOptions,
): Promise<StoredCheckout> {
  const { businessId, customerId, lookupKey } = options
  return withPlatform(deps.database, async (tx) => {
    const row = await lockSubscription(tx, businessId)
    if (!row) throw new Error('a checkout for a business that the card provider does not know')
    if (row.checkout) return row.checkout
    const expiresAt = Math.floor((deps.now().getTime() + checkoutLifetimeMs) / 1000)
    const request: SubscriptionRequest = {
      reference: randomUUID(),
      customerId,
      lookupKey,
      trialDays: row.trialUsedAt ? null : trialDays,
      successUrl: `${deps.appUrl}/settings?success=true`,
      cancelUrl: `${deps.appUrl}/settings?canceled=true`,
      expiresAt,
      metadata: { business_id: businessId },
    }
    await tx.client.query(
      `update subscriptions set checkout_id = $2, checkout_request = $3, checkout_session_id = null,
         checkout_url = null, checkout_expires_at = to_timestamp($4), updated_at = now()
       where business_id = $1`,
      [businessId, request.reference, request, expiresAt],
    )
    return { id: request.reference, request, session: null, expiresAt: new Date(expiresAt * 1000) }
  })
}

/** Opens the provider's page. Undefined if the checkout has expired or was replaced in the meantime. */
export async function openCheckout(
  deps: BillingDeps,
  businessId: string,
  checkout: StoredCheckout,
): Promise<{ url: string | null } | undefined> {
  if (checkout.session) return { url: checkout.session.url }
  const session = await createSession(deps, businessId, checkout)
  const { rowCount } = await deps.database.platform.query(
    `update subscriptions set checkout_session_id = $3, checkout_url = $4, updated_at = now()
     where business_id = $1 and checkout_id = $2`,
    [businessId, checkout.id, session.sessionId, session.url],
  )
  return rowCount === 1 ? { url: session.url } : undefined
}

async function createSession(deps: BillingDeps, businessId: string, checkout: StoredCheckout) {
  try {
    return await deps.cards.billing.startSubscription(checkout.request)
  } catch (error) {
    // The provider would refuse the same request every time. There is no page, so nothing is lost.
    if (isRefusal(error)) await forgetCheckout(deps.database, businessId, checkout)
    throw error
  }
}

/** Closes the page of a checkout, so that the owner can no longer buy there. */
export async function endCheckout(
  deps: Deps<'log' | 'now' | 'cards'>,
  checkout: StoredCheckout,
): Promise<{ wasCompleted: boolean }> {
  const { billing } = deps.cards
  if (!checkout.session && checkout.expiresAt <= deps.now()) return { wasCompleted: false }
  try {
    // If the response was lost, the page may still be open. Repeating the request returns its id.
    const sessionId = checkout.session?.id ?? (await billing.startSubscription(checkout.request)).sessionId
    const { wasCompleted, unknownStatus: status } = await billing.endCheckout(sessionId)
    if (status !== undefined) {
      deps.log.warn({ checkoutId: checkout.id, status }, 'a plan checkout has a status that is not known')
    }
    return { wasCompleted }
  } catch (error) {
    if (!isRefusal(error)) throw error
    deps.log.warn({ err: error, checkoutId: checkout.id }, 'a plan checkout could not be ended')
    return { wasCompleted: false }
  }
}

export async function forgetCheckout(
  database: Database,
  businessId: string,
  { id }: Pick<StoredCheckout, 'id'>,
): Promise<void> {
  await database.platform.query(
    `update subscriptions set checkout_id = null, checkout_request = null, checkout_session_id = null,
       checkout_url = null, checkout_expires_at = null, updated_at = now()
     where business_id = $1 and checkout_id = $2`,
    [businessId, id],
  )
}

function isRefusal(error: unknown): boolean {
  return error instanceof CardProviderError && error.kind === 'refused'
}
