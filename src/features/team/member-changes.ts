import type { Context } from 'hono'
import { type Transaction, withTenant } from '../../platform/db/transaction.ts'
import type { HttpEnv } from '../../platform/http/http-env.ts'
import { AppError } from '../../shared/errors.ts'
import { roleLabels } from '../../shared/roles.ts'
import { type Caller, recordActivity } from '../auth/activity.ts'
import type { Session } from '../auth/contract.ts'
import { sessionIn } from '../auth/sessions/identify.ts'
import { assertSeat } from './assert-seat.ts'
import { queueRemovedMail, queueRoleMail } from './emails.ts'
import { findPerson, memberNotFound, readMembership } from './find-member.ts'
import { lockTeam } from './lock-team.ts'
import type { GivenRole } from './rules.ts'
import type { TeamDeps } from './team-deps.ts'

export async function changeMemberRole(
  deps: TeamDeps,
  caller: Caller,
  { userId, role }: { userId: string; role: GivenRole },
): Promise<void> {
  const { businessId, business } = caller
  const person = await findPerson(deps, businessId, userId)
  await withTenant(deps.database, businessId, async (tx) => {
    const { plan } = await lockTeam(tx, caller, 'team.write')
    const member = await readMembership(tx, userId)
    if (!member || !person) throw memberNotFound()
    if (member.role === 'owner') {
      throw new AppError(
        'OWNER_STAYS',
        'The owner’s role can’t be changed. The owner can hand the business over.',
      )
    }
    if (member.role === role) return
    await assertSeat(tx, { businessId, plan, role, userId })
    await tx.client.query('update members set role = $2 where user_id = $1', [userId, role])
    const detail = `${person.name}: ${roleLabels[member.role]} → ${roleLabels[role]}`
    await recordActivity(tx, caller, { kind: 'role-changed', detail })
    if (userId === caller.userId) return
    const mail = { businessId, businessName: business.name, to: person.email, by: caller.name, role }
    await queueRoleMail(tx, deps, mail)
  })
}

/** Ends the access of a member at once: each request reads the membership again. */
export async function removeMember(deps: TeamDeps, caller: Caller, userId: string): Promise<void> {
  const { businessId, business } = caller
  const person = await findPerson(deps, businessId, userId)
  await withTenant(deps.database, businessId, async (tx) => {
    await lockTeam(tx, caller, 'team.write')
    const member = await readMembership(tx, userId)
    if (!member || !person) return assertFormerMember(tx, userId)
    if (member.role === 'owner') throw new AppError('OWNER_STAYS', 'The owner can’t be removed.')
    await tx.client.query('delete from members where user_id = $1', [userId])
    const isOwnAct = userId === caller.userId
    const kind = isOwnAct ? 'member-left' : 'member-removed'
    await recordActivity(tx, caller, { kind, detail: `${person.name}, ${roleLabels[member.role]}` })
    if (isOwnAct) return
    const mail = { businessId, businessName: business.name, to: person.email, by: caller.name }
    await queueRemovedMail(tx, deps, mail)
  })
}

/** So that removing someone again changes nothing, and others are not there. */
async function assertFormerMember({ client }: Transaction, userId: string): Promise<void> {
  const { rowCount } = await client.query('select from people where user_id = $1', [userId])
  if (!rowCount) throw memberNotFound()
}

/** Answers where the person works from then on. */
export async function leaveBusiness(
  deps: TeamDeps,
  context: Context<HttpEnv>,
  caller: Caller,
): Promise<Session> {
  const { businessId, userId, name } = caller
  await withTenant(deps.database, businessId, async (tx) => {
    await lockTeam(tx, caller, 'business.read')
    const member = await readMembership(tx, userId)
    if (!member) return
    if (member.role === 'owner') {
      throw new AppError('OWNER_STAYS', 'You own this business. Hand the business over first, or delete it.')
    }
    await tx.client.query('delete from members where user_id = $1', [userId])
    await recordActivity(tx, caller, { kind: 'member-left', detail: `${name}, ${roleLabels[member.role]}` })
  })
  return sessionIn(deps, context, null)
}
