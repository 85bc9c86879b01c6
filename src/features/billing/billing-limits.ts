import type { Limit } from '../../platform/limits/limit.ts'

const hour = 3600

/** Each is a question to the card provider: twenty an hour for a business. */
export function billingLimits(kind: 'checkout' | 'portal' | 'refresh', businessId: string): Limit[] {
  return [{ key: `billing:${kind}:${businessId}`, max: 20, windowSeconds: hour }]
}
