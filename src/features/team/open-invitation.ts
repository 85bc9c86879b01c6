import type { Transaction } from '../../platform/db/transaction.ts'
import { AppError } from '../../shared/errors.ts'
import type { Plan } from '../billing/rules.ts'
import { hashOf } from './invitation-token.ts'
import { type GivenRole, seatsOf } from './rules.ts'

export interface FoundInvitation {
  businessId: string
  id: string
  email: string
  role: GivenRole
  invitedBy: string
  businessName: string
  plan: Plan
  acceptedBy: string | null
  isAccepted: boolean
  isWithdrawn: boolean
  isExpired: boolean
  isGone: boolean
  /** Read with the rest, so an account that the invitation itself made is never taken for one that was there before. */
  hasAccount: boolean
}

const over = (message: string) => new AppError('INVITATION_OVER', message)

/** Finds an invitation by the secret of its link (withAuth). One that was sent again has another secret. */
export async function findInvitation({ client }: Transaction, token: string): Promise<FoundInvitation> {
  const { rows } = await client.query<FoundInvitation>(
    `select i.business_id as "businessId", i.id, i.email, i.role, coalesce(p.name, '') as "invitedBy",
       b.name as "businessName", b.plan, i.accepted_by as "acceptedBy", i.accepted_at is not null as "isAccepted",
       i.withdrawn_at is not null as "isWithdrawn", i.expires_at <= now() as "isExpired",
       coalesce(b.delete_after <= now(), false) as "isGone",
       exists (select from auth.users u where u.email = i.email) as "hasAccount"
     from invitations i join businesses b on b.id = i.business_id
     left join people p on p.business_id = i.business_id and p.user_id = i.invited_by
     where i.token_hash = $1`,
    [hashOf(token)],
  )
  if (!rows[0] || rows[0].isGone) {
    throw over('This link no longer works. If you were sent a newer invitation, use the link in that email.')
  }
  return rows[0]
}

/** Throws with the reason if no one can join with it at the moment (withAuth). */
export async function assertOpen({ client }: Transaction, invitation: FoundInvitation): Promise<void> {
  const { businessId, businessName, invitedBy, plan, role } = invitation
  if (invitation.isAccepted) {
    throw over(`This invitation has been used. Sign in to work in ${businessName}.`)
  }
  if (invitation.isWithdrawn) throw over(`This invitation to ${businessName} was withdrawn.`)
  if (invitation.isExpired) {
    throw over(`This invitation has expired. Ask ${invitedBy || businessName} to send it again.`)
  }
  const seats = seatsOf(plan)
  const { rowCount: taken } =
    seats === 'one-accountant'
      ? await client.query(
          `select from members where business_id = $1 and role <> 'owner' and paused_at is null limit 1`,
          [businessId],
        )
      : { rowCount: 0 }
  if (seats === 'none' || (seats === 'one-accountant' && (role !== 'viewer' || taken))) {
    throw over(
      `The plan of ${businessName} has no seat for you at the moment. The invitation works once it has.`,
    )
  }
}
