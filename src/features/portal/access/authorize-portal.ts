import type { Context } from 'hono'
import type { Database } from '../../../platform/db/connect.ts'
import { queryTenant } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { Identity } from '../../../platform/http/api.ts'
import type { HttpEnv } from '../../../platform/http/http-env.ts'
import { countUse } from '../../../platform/limits/limit.ts'
import { networkOf } from '../../../platform/limits/network-of.ts'
import { AppError } from '../../../shared/errors.ts'
import { type Plan, includesFeature } from '../../billing/rules.ts'
import { type PortalTicket, isSignedWith, readPortalToken } from '../../clients/portal/portal-token.ts'
import { deviceHashesOf } from './device-cookie.ts'

/** What authorization needs. `identify` finds a signed-in owner, who may look at the portals of their clients. */
export interface PortalDoorDeps extends Deps<'database' | 'now' | 'appUrl'> {
  identify: (context: Context<HttpEnv>) => Promise<Identity | null>
}

export interface PortalCall {
  context: Context<HttpEnv>
  ip: string
  params: { token: string }
}

/** The client whose link was opened. Every query of the portal is limited to the rows of this client. */
export interface PortalClient {
  businessId: string
  clientId: string
}

/** A person who may see the portal. */
export interface PortalReader extends PortalClient {
  /** The owner of the business, who changes nothing here. */
  isPreview: boolean
}

interface DoorRow {
  signingKey: Buffer
  generation: number
  plan: Plan
  isKnownDevice: boolean
}

/** The same for a malformed, foreign, old or unknown token, so that an answer reveals nothing. */
function linkNotValid(): AppError {
  return new AppError('NOT_FOUND', 'There is nothing at this address.')
}

/** Starts every request of the portal: headers, the rate limit of the network, and the signature of the link. */
export async function authorizeLink(
  deps: PortalDoorDeps,
  { context, ip, params }: PortalCall,
): Promise<PortalClient & { isKnownDevice: boolean }> {
  forbidTraces(context)
  await countPortalRequest(deps.database, ip)
  const ticket = readPortalToken(params.token)
  const row = ticket && (await findDoor(deps, context, ticket))
  const isValid =
    row &&
    isSignedWith(row.signingKey, params.token) &&
    row.generation === ticket.generation &&
    includesFeature(row.plan, 'clientPortal')
  if (!isValid) throw linkNotValid()
  const { businessId, clientId } = ticket
  return { businessId, clientId, isKnownDevice: row.isKnownDevice }
}

/** Lets the client in on a confirmed device, and the owner of the business as a preview. */
export async function authorizePortal(deps: PortalDoorDeps, call: PortalCall): Promise<PortalReader> {
  const { isKnownDevice, ...client } = await authorizeLink(deps, call)
  if (isKnownDevice) return { ...client, isPreview: false }
  if (await isOwnerOf(deps, call, client)) return { ...client, isPreview: true }
  throw new AppError('PORTAL_CODE_NEEDED', 'Please confirm with a code that it’s you.')
}

/** The same for what only the client may do. */
export async function authorizeClient(deps: PortalDoorDeps, call: PortalCall): Promise<PortalClient> {
  const { isPreview, ...client } = await authorizePortal(deps, call)
  if (isPreview) {
    const message = 'This is a preview of what your client sees. Only your client can do this.'
    throw new AppError('PREVIEW_ONLY', message)
  }
  return client
}

export async function isOwnerOf(
  deps: PortalDoorDeps,
  { context }: PortalCall,
  { businessId }: PortalClient,
): Promise<boolean> {
  const identity = await deps.identify(context)
  return identity?.businessId === businessId && !identity.mustChangePassword
}

/** Keeps what the portal says out of caches and search engines, and its address from other sites. */
export function forbidTraces(context: Context<HttpEnv>): void {
  context.header('cache-control', 'no-store')
  context.header('x-robots-tag', 'noindex')
  context.header('referrer-policy', 'no-referrer')
}

/** Requests with unknown links count too: enough for an office behind one address, too few to try links. */
export async function countPortalRequest(database: Database, ip: string): Promise<void> {
  await countUse(database, [{ key: `portal:ip:${networkOf(ip)}`, max: 900, windowSeconds: 600 }])
}

async function findDoor(
  { database, now, appUrl }: PortalDoorDeps,
  context: Context<HttpEnv>,
  { businessId, clientId }: PortalTicket,
): Promise<DoorRow | undefined> {
  const [row] = await queryTenant<DoorRow>(database, businessId, {
    name: 'portal-door',
    text: `select p.signing_key as "signingKey", p.generation, b.plan,
             exists (select from portal_devices d where d.business_id = $1 and d.client_id = $2
               and d.token_hash = any($3::bytea[]) and d.expires_at > $4) as "isKnownDevice"
           from client_portals p
           join clients c on c.business_id = p.business_id and c.id = p.client_id and c.merged_into is null
           join businesses b on b.id = p.business_id and b.suspended_at is null
           where p.business_id = $1 and p.client_id = $2`,
    values: [businessId, clientId, deviceHashesOf(context, appUrl), now()],
  })
  return row
}
