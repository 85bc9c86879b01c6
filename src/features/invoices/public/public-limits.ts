import type { Limit } from '../../../platform/limits/limit.ts'
import { networkOf } from '../../../platform/limits/network-of.ts'

const tenMinutes = 600
const hour = 3600

/** Limits all public requests, also for unknown ids: enough for an office behind one IP, too few to guess ids. */
export function publicInvoiceLimits(ip: string): Limit[] {
  return [{ key: `public-invoice:ip:${networkOf(ip)}`, max: 600, windowSeconds: tenMinutes }]
}

/** A lower limit for PDFs: rendering one costs more than reading the invoice. */
export function invoicePdfLimits(ip: string, invoiceId: string): Limit[] {
  return [
    { key: `invoice-pdf:ip:${networkOf(ip)}`, max: 120, windowSeconds: tenMinutes },
    { key: `invoice-pdf:invoice:${invoiceId}`, max: 240, windowSeconds: tenMinutes },
  ]
}

/** Limits the mails to the client that visitors can request: three per invoice and hour. */
export function publicInvoiceMailLimits(ip: string, invoiceId: string): Limit[] {
  return [
    { key: `invoice-mail:ip:${networkOf(ip)}`, max: 30, windowSeconds: hour },
    { key: `invoice-mail:invoice:${invoiceId}`, max: 3, windowSeconds: hour },
  ]
}
