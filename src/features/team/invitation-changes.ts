import { type Transaction, withTenant } from '../../platform/db/transaction.ts'
import { withinLimits } from '../../platform/limits/limit.ts'
import { AppError } from '../../shared/errors.ts'
import { roleLabels } from '../../shared/roles.ts'
import { type Caller, recordActivity } from '../auth/activity.ts'
import { assertSeat } from './assert-seat.ts'
import { hashOf, makeToken } from './invitation-token.ts'
import { invitationLimits } from './limits.ts'
import { lockTeam } from './lock-team.ts'
import { type GivenRole, invitationDays } from './rules.ts'
import { assertMayInvite, sendInvitation } from './send-invitation.ts'
import type { TeamDeps } from './team-deps.ts'

interface OwnInvitation {
  email: string
  role: GivenRole
  isAccepted: boolean
  isWithdrawn: boolean
}

async function readOwn({ client }: Transaction, id: string): Promise<OwnInvitation> {
  const { rows } = await client.query<OwnInvitation>(
    `select email, role, accepted_at is not null as "isAccepted", withdrawn_at is not null as "isWithdrawn"
     from invitations where id = $1`,
    [id],
  )
  if (!rows[0]) throw new AppError('NOT_FOUND', 'This invitation could not be found.')
  if (rows[0].isAccepted) throw new AppError('INVITATION_OVER', 'This invitation has been accepted.')
  return rows[0]
}

/** Sends an invitation again. The link before it stops working. */
export async function renewInvitation(deps: TeamDeps, caller: Caller, id: string): Promise<void> {
  const { businessId, userId } = caller
  const { email } = await withTenant(deps.database, businessId, (tx) => readOwn(tx, id))
  const renew = () =>
    withTenant(deps.database, businessId, async (tx) => {
      const business = await lockTeam(tx, caller, 'team.write')
      const { role, isWithdrawn } = await readOwn(tx, id)
      if (isWithdrawn) throw new AppError('INVITATION_OVER', 'This invitation was withdrawn.')
      assertMayInvite(business)
      await assertSeat(tx, { businessId, plan: business.plan, role, email })
      const token = makeToken()
      const { rows } = await tx.client.query<{ expiresAt: Date }>(
        `update invitations set token_hash = $2, invited_by = $3, sent_at = now(),
           expires_at = now() + make_interval(days => $4)
         where id = $1 returning expires_at as "expiresAt"`,
        [id, hashOf(token), userId, invitationDays],
      )
      await recordActivity(tx, caller, { kind: 'member-invited', detail: `${email} as ${roleLabels[role]}` })
      await sendInvitation(tx, deps, caller, { email, role, token, expiresAt: rows[0]!.expiresAt })
    })
  await withinLimits(deps.database, invitationLimits(businessId, email), renew)
}

export async function withdrawInvitation({ database }: TeamDeps, caller: Caller, id: string): Promise<void> {
  await withTenant(database, caller.businessId, async (tx) => {
    await lockTeam(tx, caller, 'team.write')
    await readOwn(tx, id)
    await tx.client.query(
      'update invitations set withdrawn_at = now() where id = $1 and withdrawn_at is null',
      [id],
    )
  })
}
