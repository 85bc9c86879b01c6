import type { Limit } from '../../../platform/limits/limit.ts'
import { networkOf } from '../../../platform/limits/network-of.ts'

const tenMinutes = 600
const hour = 3600

/** Every request for a public invoice, known or not: plenty for an office behind one address, little for guessing. */
export function publicInvoiceLimits(ip: string): Limit[] {
  return [{ key: `public-invoice:ip:${networkOf(ip)}`, max: 600, windowSeconds: tenMinutes }]
}

/** Drawing costs more than reading. */
export function invoicePdfLimits(ip: string, invoiceId: string): Limit[] {
  return [
    { key: `invoice-pdf:ip:${networkOf(ip)}`, max: 120, windowSeconds: tenMinutes },
    { key: `invoice-pdf:invoice:${invoiceId}`, max: 240, windowSeconds: tenMinutes },
  ]
}

/** Mails that whoever has the link can send to the client: three an hour for an invoice. */
export function publicInvoiceMailLimits(ip: string, invoiceId: string): Limit[] {
  return [
    { key: `invoice-mail:ip:${networkOf(ip)}`, max: 30, windowSeconds: hour },
    { key: `invoice-mail:invoice:${invoiceId}`, max: 3, windowSeconds: hour },
  ]
}
