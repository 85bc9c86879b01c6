import type { Context } from 'hono'
import { type Transaction, withAuth } from '../../platform/db/transaction.ts'
import type { HttpEnv } from '../../platform/http/http-env.ts'
import { AppError } from '../../shared/errors.ts'
import { roleLabels } from '../../shared/roles.ts'
import { type Caller, type RequestSource, recordActivity } from '../auth/activity.ts'
import type { Session } from '../auth/contract.ts'
import { confirmOwner, lockBusinessesOf } from '../auth/queries.ts'
import { sessionIn } from '../auth/sessions/identify.ts'
import { enterBusiness } from './enter-business.ts'
import { type FoundInvitation, assertOpen, findInvitation } from './open-invitation.ts'
import type { TeamDeps } from './team-deps.ts'

/** Accepts an invitation with the account that is signed in, and works in the business from then on. */
export async function joinBusiness(
  deps: TeamDeps,
  context: Context<HttpEnv>,
  caller: Caller,
  token: string,
): Promise<Session> {
  const { userId, email, sessionId } = caller
  const businessId = await withAuth(deps.database, async (tx) => {
    const invitation = await lockInvitation(tx, token, email)
    if (!(await hasJoined(tx, invitation, userId))) {
      await assertOpen(tx, invitation)
      if (invitation.email !== email) {
        throw new AppError(
          'WRONG_ADDRESS',
          `This invitation was sent to ${invitation.email}. Sign in with that address to accept it.`,
        )
      }
      await acceptInvitation(tx, deps, invitation, { userId, source: caller })
    }
    await enterBusiness(tx.client, { userId, sessionId, businessId: invitation.businessId })
    return invitation.businessId
  })
  return sessionIn(deps, context, businessId)
}

/** Locks the business and the invitation, and reads it as it is then (withAuth). */
export async function lockInvitation(
  tx: Transaction,
  token: string,
  email: string,
): Promise<FoundInvitation> {
  const { businessId, id } = await findInvitation(tx, token)
  await lockBusinessesOf(tx, { email }, businessId)
  await tx.client.query('select from invitations where business_id = $1 and id = $2 for update', [
    businessId,
    id,
  ])
  return findInvitation(tx, token)
}

/** Whether the same person follows the link once more, as with a second press. */
async function hasJoined(
  { client }: Transaction,
  { businessId, acceptedBy }: FoundInvitation,
  userId: string,
): Promise<boolean> {
  if (acceptedBy !== userId) return false
  const { rowCount } = await client.query(
    'select from members where business_id = $1 and user_id = $2 and paused_at is null',
    [businessId, userId],
  )
  return rowCount === 1
}

/** Makes the user a member and uses up the invitation (withAuth). Its link was sent to the address, which is confirmed with it. */
export async function acceptInvitation(
  tx: Transaction,
  deps: TeamDeps,
  { businessId, id, role }: FoundInvitation,
  { userId, source }: { userId: string; source: RequestSource },
): Promise<void> {
  const { client } = tx
  await client.query(
    'insert into members (business_id, user_id, role) values ($1, $2, $3) on conflict do nothing',
    [businessId, userId, role],
  )
  await client.query(
    'update invitations set accepted_at = now(), accepted_by = $3 where business_id = $1 and id = $2',
    [businessId, id, userId],
  )
  await client.query(
    'update auth.users set email_verified = true, updated_at = now() where id = $1 and not email_verified',
    [userId],
  )
  await confirmOwner(tx, deps.jobs, userId)
  const { device, ipAddress } = source
  const actor = { businessId, userId, device, ipAddress }
  await recordActivity(tx, actor, { kind: 'member-joined', detail: roleLabels[role] })
}
