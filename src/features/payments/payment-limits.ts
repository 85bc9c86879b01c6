import type { Limit } from '../../platform/limits/limit.ts'
import { networkOf } from '../../platform/limits/network-of.ts'

const minute = 60
const tenMinutes = 600
const hour = 3600

/** Each request asks the provider for a new page or for the state of the last one. */
export function checkoutLimits(ip: string, invoiceId: string): Limit[] {
  return [
    { key: `checkout:ip:${networkOf(ip)}`, max: 60, windowSeconds: hour },
    { key: `checkout:invoice:${invoiceId}`, max: 30, windowSeconds: hour },
  ]
}

/** The return page polls while a payment is processing. */
export function confirmLimits(ip: string, invoiceId: string): Limit[] {
  return [
    { key: `confirm-payment:ip:${networkOf(ip)}`, max: 120, windowSeconds: tenMinutes },
    { key: `confirm-payment:invoice:${invoiceId}`, max: 240, windowSeconds: tenMinutes },
  ]
}

/** Each event decrypts the business's signing secret, which adds an entry to the log that the owner sees. */
export function ownWebhookLimits(webhookId: string): Limit[] {
  return [{ key: `webhook:stripe:${webhookId}`, max: 600, windowSeconds: minute }]
}

export function demoLimits(invoiceId: string): Limit[] {
  return [{ key: `demo-payment:invoice:${invoiceId}`, max: 20, windowSeconds: hour }]
}
