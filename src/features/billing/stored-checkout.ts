import type { SubscriptionRequest } from '../../platform/cards/card-provider.ts'

/**
 * The provider allows at most a day. One minute less, so that a clock difference does not lead to a refusal.
 */
export const checkoutLifetimeMs = (24 * 60 - 1) * 60_000

/** A checkout that is not known to be over. A business has one at a time. */
export interface StoredCheckout {
  id: string
  /** The exact request to the provider, so that it can be repeated unchanged after a crash. */
  request: SubscriptionRequest
  /** Null until the provider has responded. */
  session: { id: string; url: string | null } | null
  expiresAt: Date
}

export interface CheckoutColumns {
  checkout_id: string | null
  checkout_request: SubscriptionRequest | null
  checkout_session_id: string | null
  checkout_url: string | null
  checkout_expires_at: Date | null
}

export function readStoredCheckout(row: CheckoutColumns): StoredCheckout | undefined {
  if (!row.checkout_id || !row.checkout_request || !row.checkout_expires_at) return undefined
  return {
    id: row.checkout_id,
    request: row.checkout_request,
    session: row.checkout_session_id ? { id: row.checkout_session_id, url: row.checkout_url } : null,
    expiresAt: row.checkout_expires_at,
  }
}
