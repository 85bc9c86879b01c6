import { queryTenant, withTenant } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import { countUse } from '../../../platform/limits/limit.ts'
import { networkOf } from '../../../platform/limits/network-of.ts'
import { AppError } from '../../../shared/errors.ts'
import { findPortalUrl } from '../../clients/portal/find-portal-url.ts'
import { isSignedWith, readPortalToken } from '../../clients/portal/portal-token.ts'
import { type PortalMailDeps, queueLinkMail } from '../emails.ts'
import { getPortalBusiness, getPortalPerson } from '../queries.ts'
import type { PortalClient } from './authorize-portal.ts'

const linksPerHour = 3
const hour = 3600

/**
 * Emails the current link to the address that the business knows, if the token was once valid. The person who asks
 * learns nothing: neither whether the token was ever valid nor whether the limit of the client is reached.
 */
export async function mailLink(
  deps: PortalMailDeps & Deps<'database'>,
  ip: string,
  token: string,
): Promise<void> {
  const { database } = deps
  await countUse(database, [{ key: `portal-link:ip:${networkOf(ip)}`, max: 30, windowSeconds: hour }])
  const client = await findClientOf(deps, token)
  if (!client) return
  const { businessId, clientId } = client
  const limit = { key: `portal-link:client:${clientId}`, max: linksPerHour, windowSeconds: hour }
  try {
    await countUse(database, [limit])
  } catch (error) {
    if (error instanceof AppError && error.code === 'TOO_MANY_REQUESTS') return
    throw error
  }
  await withTenant(database, businessId, async (tx) => {
    const url = await findPortalUrl(tx, deps.appUrl, client)
    if (url === null) return
    const business = await getPortalBusiness(tx, businessId)
    await queueLinkMail(tx, deps, { business, person: await getPortalPerson(tx, client), url })
  })
}

/** The client that a token names, in whichever generation; for one that was merged, the client that it became. */
async function findClientOf(
  { database }: Deps<'database'>,
  token: string,
): Promise<PortalClient | undefined> {
  const ticket = readPortalToken(token)
  if (!ticket) return undefined
  const { businessId, clientId, generation } = ticket
  const [row] = await queryTenant<{ signingKey: Buffer; survivor: string }>(database, businessId, {
    name: 'portal-old-link',
    text: `select p.signing_key as "signingKey", coalesce(c.merged_into, c.id) as survivor
           from client_portals p
           join clients c on c.business_id = p.business_id and c.id = p.client_id
           join businesses b on b.id = p.business_id and b.suspended_at is null
           where p.business_id = $1 and p.client_id = $2 and p.generation >= $3`,
    values: [businessId, clientId, generation],
  })
  return row && isSignedWith(row.signingKey, token) ? { businessId, clientId: row.survivor } : undefined
}
