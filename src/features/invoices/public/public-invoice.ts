import type { Context } from 'hono'
import type { Database } from '../../../platform/db/connect.ts'
import { findBusinessOf } from '../../../platform/db/find-business-of.ts'
import type { HttpEnv } from '../../../platform/http/http-env.ts'
import { type Limit, countUse } from '../../../platform/limits/limit.ts'
import { networkOf } from '../../../platform/limits/network-of.ts'
import { type InvoiceKey, invoiceNotFound } from '../queries.ts'

/** Starts every public request for an invoice: checks the rate limit and finds the business of the invoice. */
export async function authorizePublicInvoice(
  database: Database,
  { context, ip, params }: { context: Context<HttpEnv>; ip: string; params: { id: string } },
): Promise<InvoiceKey> {
  context.header('x-robots-tag', 'noindex')
  // Counts requests for unknown ids too: enough for an office behind one IP, too few to guess ids.
  await countUse(database, [{ key: `public-invoice:ip:${networkOf(ip)}`, max: 600, windowSeconds: 600 }])
  const businessId = await findBusinessOf(database, 'invoices', params.id)
  if (businessId === undefined) throw invoiceNotFound()
  return { businessId, invoiceId: params.id }
}

/** Limits what everyone with the link of an invoice can do, by their network and by the invoice. */
export function visitorLimits(
  action: string,
  { ip, invoiceId }: { ip: string; invoiceId: string },
  { perNetwork, perInvoice, windowSeconds = 3600 }: VisitorLimits,
): Limit[] {
  return [
    { key: `${action}:ip:${networkOf(ip)}`, max: perNetwork, windowSeconds },
    { key: `${action}:invoice:${invoiceId}`, max: perInvoice, windowSeconds },
  ]
}

interface VisitorLimits {
  perNetwork: number
  perInvoice: number
  windowSeconds?: number
}
