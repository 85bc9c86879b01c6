import type { Limit } from '../../platform/limits/limit.ts'
import { networkOf } from '../../platform/limits/network-of.ts'

const minute = 60
const tenMinutes = 600
const hour = 3600

/** So many banks a business can have: all of them are listed at once. */
export const maxConnections = 50

/** Each makes something at the aggregator. */
export function connectLimits(businessId: string): Limit[] {
  return [
    {
      key: `bank-connect:${businessId}`,
      max: 30,
      windowSeconds: hour,
      refusal: 'You have connected banks 30 times within an hour.',
    },
  ]
}

/** The page asks again by itself while it is being taken over. */
export function finishLimits(businessId: string): Limit[] {
  return [{ key: `bank-link:${businessId}`, max: 120, windowSeconds: tenMinutes }]
}

export function syncLimits(businessId: string): Limit[] {
  return [
    {
      key: `bank-sync:${businessId}`,
      max: 10,
      windowSeconds: minute,
      refusal: 'You have asked for new transactions 10 times within a minute.',
    },
  ]
}

/** Anybody can send something: before it is known to be genuine, it costs a look for whose it is. */
export function newsLimits(ip: string): Limit[] {
  return [{ key: `webhook:plaid:ip:${networkOf(ip)}`, max: 1200, windowSeconds: minute }]
}

/** Each may open keys of the business, which is noted where its owner reads it. */
export function itemNewsLimits(connectionId: string): Limit[] {
  return [{ key: `webhook:plaid:${connectionId}`, max: 60, windowSeconds: minute }]
}
