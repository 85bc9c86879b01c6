import type { Context } from 'hono'
import type { Database } from '../../../platform/db/connect.ts'
import { findBusinessOf } from '../../../platform/db/find-business-of.ts'
import type { HttpEnv } from '../../../platform/http/http-env.ts'
import { type Limit, countUse } from '../../../platform/limits/limit.ts'
import { networkOf } from '../../../platform/limits/network-of.ts'
import { type EstimateKey, estimateNotFound } from '../queries.ts'

/** Starts every public request for an estimate: checks the rate limit and finds the business of the estimate. */
export async function authorizePublicEstimate(
  database: Database,
  { context, ip, params }: { context: Context<HttpEnv>; ip: string; params: { id: string } },
): Promise<EstimateKey> {
  context.header('x-robots-tag', 'noindex')
  // Counts requests for unknown ids too: enough for an office behind one IP, too few to guess ids.
  await countUse(database, [{ key: `public-estimate:ip:${networkOf(ip)}`, max: 600, windowSeconds: 600 }])
  const businessId = await findBusinessOf(database, 'estimates', params.id)
  if (businessId === undefined) throw estimateNotFound()
  return { businessId, estimateId: params.id }
}

interface VisitorLimits {
  perNetwork: number
  perEstimate: number
  windowSeconds?: number
}

/** Limits what everyone with the link of an estimate can do, by their network and by the estimate. */
export function visitorLimits(
  action: string,
  { ip, estimateId }: { ip: string; estimateId: string },
  { perNetwork, perEstimate, windowSeconds = 3600 }: VisitorLimits,
): Limit[] {
  return [
    { key: `${action}:ip:${networkOf(ip)}`, max: perNetwork, windowSeconds },
    { key: `${action}:estimate:${estimateId}`, max: perEstimate, windowSeconds },
  ]
}
