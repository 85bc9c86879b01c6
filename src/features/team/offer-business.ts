import { withTenant } from '../../platform/db/transaction.ts'
import { AppError, fieldError } from '../../shared/errors.ts'
import { type Caller, recordActivity } from '../auth/activity.ts'
import { offerDays } from '../auth/rules.ts'
import { queueOfferMail } from './emails.ts'
import { findPerson, memberNotFound, readMembership } from './find-member.ts'
import { lockTeam } from './lock-team.ts'
import type { TeamDeps } from './team-deps.ts'

/** Offers the business to a member. Offering it to the same one again changes nothing. */
export async function offerBusiness(deps: TeamDeps, caller: Caller, userId: string): Promise<void> {
  const { businessId, business } = caller
  const person = await findPerson(deps, businessId, userId)
  await withTenant(deps.database, businessId, async (tx) => {
    await lockTeam(tx, caller, 'business.own')
    if (userId === caller.userId) throw fieldError('userId', 'You own this business already.')
    const member = await readMembership(tx, userId)
    if (!member || !person) throw memberNotFound()
    if (member.isPaused) {
      throw fieldError('userId', `Your plan doesn’t include ${person.name}, who can’t accept at the moment.`)
    }
    if (member.isOffered) return
    const { rowCount: others } = await tx.client.query(
      'select from members where offered_at > now() - make_interval(days => $1)',
      [offerDays],
    )
    if (others) {
      throw new AppError(
        'OFFER_OPEN',
        'You’ve offered this business to someone else. Withdraw that offer first.',
      )
    }
    await tx.client.query('update members set offered_at = null where offered_at is not null')
    await tx.client.query('update members set offered_at = now() where user_id = $1', [userId])
    await recordActivity(tx, caller, { kind: 'business-offered', detail: person.name })
    const mail = { businessId, businessName: business.name, to: person.email, by: caller.name }
    await queueOfferMail(tx, deps, mail)
  })
}

export async function withdrawOffer({ database }: TeamDeps, caller: Caller): Promise<void> {
  await withTenant(database, caller.businessId, async (tx) => {
    await lockTeam(tx, caller, 'business.own')
    await tx.client.query('update members set offered_at = null where offered_at is not null')
  })
}
