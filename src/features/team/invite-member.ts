import { withAuth, withTenant } from '../../platform/db/transaction.ts'
import { withinLimits } from '../../platform/limits/limit.ts'
import type { BodyOf } from '../../shared/endpoint.ts'
import { AppError, fieldError } from '../../shared/errors.ts'
import { roleLabels } from '../../shared/roles.ts'
import { type Caller, recordActivity } from '../auth/activity.ts'
import { assertSeat } from './assert-seat.ts'
import type { inviteMember as inviteEndpoint } from './contract.ts'
import { hashOf, makeToken } from './invitation-token.ts'
import { invitationLimits } from './limits.ts'
import { lockTeam } from './lock-team.ts'
import { invitationDays, maxMembers } from './rules.ts'
import { assertMayInvite, sendInvitation } from './send-invitation.ts'
import type { TeamDeps } from './team-deps.ts'

/** Invites someone, or renews the open invitation of the same address with the new role. */
export async function inviteMember(
  deps: TeamDeps,
  caller: Caller,
  { email, role }: BodyOf<typeof inviteEndpoint>,
): Promise<void> {
  const { businessId, userId } = caller
  await assertNoMember(deps, businessId, email)
  const invite = () =>
    withTenant(deps.database, businessId, async (tx) => {
      const business = await lockTeam(tx, caller, 'team.write')
      assertMayInvite(business)
      await assertSeat(tx, { businessId, plan: business.plan, role, email })
      const token = makeToken()
      const values = [businessId, email, role, hashOf(token), userId, invitationDays]
      const { rows: renewed } = await tx.client.query<{ expiresAt: Date }>(
        `update invitations set role = $3, token_hash = $4, invited_by = $5, sent_at = now(),
           expires_at = now() + make_interval(days => $6)
         where business_id = $1 and lower(email) = $2 and accepted_at is null and withdrawn_at is null
         returning expires_at as "expiresAt"`,
        values,
      )
      if (!renewed[0]) await assertRoom()
      const { rows: made } = renewed[0]
        ? { rows: renewed }
        : await tx.client.query<{ expiresAt: Date }>(
            `insert into invitations (business_id, email, role, token_hash, invited_by, expires_at)
             values ($1, $2, $3, $4, $5, now() + make_interval(days => $6)) returning expires_at as "expiresAt"`,
            values,
          )
      await recordActivity(tx, caller, { kind: 'member-invited', detail: `${email} as ${roleLabels[role]}` })
      await sendInvitation(tx, deps, caller, { email, role, token, expiresAt: made[0]!.expiresAt })

      async function assertRoom() {
        const { rows } = await tx.client.query<{ count: number }>(
          `select (select count(*) from members where business_id = $1)::int + (
             select count(*) from invitations where business_id = $1 and accepted_at is null and withdrawn_at is null
           )::int as count`,
          [businessId],
        )
        if (rows[0]!.count < maxMembers) return
        throw fieldError(
          'email',
          `A business can have ${maxMembers} members, open invitations included. Withdraw an invitation first.`,
        )
      }
    })
  await withinLimits(deps.database, invitationLimits(businessId, email), invite)
}

async function assertNoMember({ database }: TeamDeps, businessId: string, email: string): Promise<void> {
  const { rowCount } = await withAuth(database, ({ client }) =>
    client.query(
      `select from members m join auth.users u on u.id = m.user_id where m.business_id = $1 and u.email = $2`,
      [businessId, email],
    ),
  )
  if (!rowCount) return
  const message = 'This person is a member already.'
  throw new AppError('ALREADY_MEMBER', message, { fields: { email: message } })
}
