import type { Limit } from '../../platform/limits/limit.ts'
import { networkOf } from '../../platform/limits/network-of.ts'

const minute = 60
const tenMinutes = 600
const hour = 3600

/** Each asks the provider for a page, or whether the one from before is still open. */
export function checkoutLimits(ip: string, invoiceId: string): Limit[] {
  return [
    { key: `checkout:ip:${networkOf(ip)}`, max: 60, windowSeconds: hour },
    { key: `checkout:invoice:${invoiceId}`, max: 30, windowSeconds: hour },
  ]
}

/** The return page looks again by itself while a payment is on its way. */
export function confirmLimits(ip: string, invoiceId: string): Limit[] {
  return [
    { key: `confirm-payment:ip:${networkOf(ip)}`, max: 120, windowSeconds: tenMinutes },
    { key: `confirm-payment:invoice:${invoiceId}`, max: 240, windowSeconds: tenMinutes },
  ]
}

/** Each opens the business's signing secret, and that is noted where its owner reads it. */
export function ownWebhookLimits(webhookId: string): Limit[] {
  return [{ key: `webhook:stripe:${webhookId}`, max: 600, windowSeconds: minute }]
}

export function demoLimits(invoiceId: string): Limit[] {
  return [{ key: `demo-payment:invoice:${invoiceId}`, max: 20, windowSeconds: hour }]
}
