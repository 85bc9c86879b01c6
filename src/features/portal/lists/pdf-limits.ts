import type { Limit } from '../../../platform/limits/limit.ts'
import { networkOf } from '../../../platform/limits/network-of.ts'
import type { PortalClient } from '../access/authorize-portal.ts'

/** Lower than those of lists: drawing a PDF costs more. */
export function pdfLimits(ip: string, { clientId }: PortalClient): Limit[] {
  return [
    { key: `portal-pdf:ip:${networkOf(ip)}`, max: 120, windowSeconds: 600 },
    { key: `portal-pdf:client:${clientId}`, max: 240, windowSeconds: 600 },
  ]
}
