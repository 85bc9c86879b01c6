import type { Limit } from '../../platform/limits/limit.ts'
import { networkOf } from '../../platform/limits/network-of.ts'

const minute = 60
const tenMinutes = 600
const hour = 3600

/** The most connections of one business. The list is not paginated. */
export const maxConnections = 50

/** Each request creates a link or an item at the aggregator. */
export function connectLimits(businessId: string): Limit[] {
  return [
    {
      key: `bank-connect:${businessId}`,
      max: 30,
      windowSeconds: hour,
      refusal: 'You’ve connected banks 30 times within an hour.',
    },
  ]
}

/** The page polls while the link is being finished. */
export function finishLimits(businessId: string): Limit[] {
  return [{ key: `bank-link:${businessId}`, max: 120, windowSeconds: tenMinutes }]
}

export function syncLimits(businessId: string): Limit[] {
  return [
    {
      key: `bank-sync:${businessId}`,
      max: 10,
      windowSeconds: minute,
      refusal: 'You’ve asked for new transactions 10 times within a minute.',
    },
  ]
}

/** The endpoint is public, and each request costs a database lookup before its signature can be checked. */
export function webhookLimits(ip: string): Limit[] {
  return [{ key: `webhook:plaid:ip:${networkOf(ip)}`, max: 1200, windowSeconds: minute }]
}

/** Each webhook may decrypt keys, which adds an entry to the access log that the owner reads. */
export function itemWebhookLimits(connectionId: string): Limit[] {
  return [{ key: `webhook:plaid:${connectionId}`, max: 60, windowSeconds: minute }]
}
