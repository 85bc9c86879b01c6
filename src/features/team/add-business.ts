import type { Context } from 'hono'
import { type Transaction, withAuth } from '../../platform/db/transaction.ts'
import type { Identity } from '../../platform/http/api.ts'
import type { HttpEnv } from '../../platform/http/http-env.ts'
import type { BodyOf } from '../../shared/endpoint.ts'
import { AppError } from '../../shared/errors.ts'
import type { Session } from '../auth/contract.ts'
import { createBusiness } from '../auth/queries.ts'
import { sessionIn } from '../auth/sessions/identify.ts'
import { type Plan, includesFeature } from '../billing/rules.ts'
import type { addBusiness as addEndpoint } from './contract.ts'
import { enterBusiness } from './enter-business.ts'
import { maxOwnedBusinesses } from './rules.ts'
import type { TeamDeps } from './team-deps.ts'

/** Makes a business with the Free plan, which its owner works in from then on. */
export async function addBusiness(
  deps: TeamDeps,
  context: Context<HttpEnv>,
  { userId, sessionId, emailVerified }: Identity,
  { name: businessName, timeZone, requestId }: BodyOf<typeof addEndpoint>,
): Promise<Session> {
  const businessId = await withAuth(deps.database, async (tx) => {
    // Two requests of the same user are answered one after the other.
    await tx.client.query('select from auth.users where id = $1 for update', [userId])
    const owned = await listOwned(tx, userId)
    const made = owned.find((business) => business.requestId === requestId)
    if (!made) assertMayAdd(owned)
    const id =
      made?.id ?? (await createBusiness(tx, { userId, businessName, timeZone, emailVerified, requestId }))
    await enterBusiness(tx.client, { userId, sessionId, businessId: id })
    return id
  })
  return sessionIn(deps, context, businessId)
}

interface OwnedBusiness {
  id: string
  plan: Plan
  requestId: string | null
}

async function listOwned({ client }: Transaction, userId: string): Promise<OwnedBusiness[]> {
  const { rows } = await client.query<OwnedBusiness>(
    `select b.id, b.plan, m.request_id as "requestId" from members m join businesses b on b.id = m.business_id
     where m.user_id = $1 and m.role = 'owner'`,
    [userId],
  )
  return rows
}

function assertMayAdd(owned: OwnedBusiness[]): void {
  if (owned.length >= maxOwnedBusinesses) {
    throw new AppError('TOO_MANY_BUSINESSES', `You can own ${maxOwnedBusinesses} businesses at most.`)
  }
  if (owned.length > 0 && !owned.some(({ plan }) => includesFeature(plan, 'severalUsers'))) {
    throw new AppError(
      'PLAN_REQUIRED',
      'With Enterprise you can add more businesses. Upgrade one that you own to add another.',
    )
  }
}
