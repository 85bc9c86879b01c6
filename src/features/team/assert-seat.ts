import type { Transaction } from '../../platform/db/transaction.ts'
import { AppError } from '../../shared/errors.ts'
import type { Role } from '../../shared/roles.ts'
import type { Plan } from '../billing/rules.ts'
import { seatsOf } from './rules.ts'

interface WantedSeat {
  businessId: string
  plan: Plan
  role: Role
  /** The member or the invitation that the seat is for. */
  userId?: string
  email?: string
}

/** Throws if the plan has no seat for this role. Open invitations take one, too. */
export async function assertSeat({ client }: Transaction, wanted: WantedSeat): Promise<void> {
  const { businessId, plan, role, userId = null, email = null } = wanted
  const seats = seatsOf(plan)
  if (seats === 'all') return
  if (seats === 'none') {
    throw new AppError(
      'PLAN_REQUIRED',
      'The Free plan is for one person. Pro adds a seat for one accountant, Enterprise seats for your whole team.',
    )
  }
  if (role !== 'viewer') {
    throw new AppError(
      'PLAN_REQUIRED',
      'The Pro plan adds one seat, for a viewer or accountant. Other roles are part of Enterprise.',
    )
  }
  const { rowCount } = await client.query(
    `select from members where business_id = $1 and role <> 'owner' and paused_at is null and user_id is distinct from $2
     union all
     select from invitations where business_id = $1 and accepted_at is null and withdrawn_at is null and expires_at > now()
       and email is distinct from $3
     limit 1`,
    [businessId, userId, email],
  )
  if (rowCount) {
    throw new AppError(
      'PLAN_REQUIRED',
      'The Pro plan adds one seat for a viewer or accountant, and it is taken. Enterprise has seats for your whole team.',
    )
  }
}
