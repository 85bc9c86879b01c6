import { isoMoment } from '../../platform/db/iso-moment.ts'
import { withAuth } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Identity } from '../../platform/http/api.ts'
import { isPermitted } from '../../shared/roles.ts'
import { offerDays } from '../auth/rules.ts'
import type { Plan } from '../billing/rules.ts'
import type { Invitation, Member, Team } from './contract.ts'
import { seatsOf } from './rules.ts'

/** As accounts, because a tenant transaction cannot read the addresses of members. */
export async function readTeam(
  { database }: Deps<'database'>,
  { businessId, memberRole }: Identity,
): Promise<Team> {
  return withAuth(database, async ({ client }) => {
    const { rows: businesses } = await client.query<{ plan: Plan }>(
      'select plan from businesses where id = $1',
      [businessId],
    )
    const { rows: members } = await client.query<Member>(
      `select m.user_id as "userId", u.name, u.email, m.role, ${isoMoment('m.created_at')} as "joinedAt",
         m.paused_at is not null as "isPaused",
         m.offered_at is not null and m.offered_at > now() - make_interval(days => $2) as "isOffered"
       from members m join auth.users u on u.id = m.user_id where m.business_id = $1
       order by m.role = 'owner' desc, m.created_at, m.user_id`,
      [businessId, offerDays],
    )
    const { rows: invitations } = isPermitted(memberRole, 'team.write')
      ? await client.query<Invitation>(
          `select i.id, i.email, i.role, coalesce(p.name, '') as "invitedBy", ${isoMoment('i.sent_at')} as "sentAt",
             ${isoMoment('i.expires_at')} as "expiresAt", i.expires_at <= now() as "isExpired"
           from invitations i left join people p on p.business_id = i.business_id and p.user_id = i.invited_by
           where i.business_id = $1 and i.accepted_at is null and i.withdrawn_at is null
           order by i.created_at, i.id`,
          [businessId],
        )
      : { rows: [] }
    return { members, invitations, seats: seatsOf(businesses[0]?.plan ?? 'free') }
  })
}
