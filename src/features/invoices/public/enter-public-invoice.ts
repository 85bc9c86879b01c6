import type { Context } from 'hono'
import type { Database } from '../../../platform/db/connect.ts'
import type { HttpEnv } from '../../../platform/http/http-env.ts'
import { countUse } from '../../../platform/limits/limit.ts'
import { findInvoiceBusiness } from './find-public-invoice.ts'
import { publicInvoiceLimits } from './public-limits.ts'

/** Starts every public request for an invoice: checks the rate limit and returns the business of the invoice. */
export async function authorizePublicInvoice(
  database: Database,
  { context, ip }: { context: Context<HttpEnv>; ip: string },
  invoiceId: string,
): Promise<string> {
  context.header('x-robots-tag', 'noindex')
  await countUse(database, publicInvoiceLimits(ip))
  return findInvoiceBusiness(database, invoiceId)
}
