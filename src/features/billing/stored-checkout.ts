import type { SubscriptionRequest } from '../../platform/cards/card-provider.ts'

/** The provider closes a page after a day at most; it is asked for a little less, so that no clock's haste is refused. */
export const checkoutLifetimeMs = (24 * 60 - 1) * 60_000

/** A visit to the provider's page that is not known to be over. A business has one at a time. */
export interface StoredCheckout {
  id: string
  /** Exactly what the provider is asked, so that asking again after a crash is the same question. */
  request: SubscriptionRequest
  /** Null until the provider's answer is known. */
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
