import type { Transaction } from '../../platform/db/transaction.ts'
import { type Identity, assertPermitted } from '../../platform/http/api.ts'
import { AppError } from '../../shared/errors.ts'
import type { Permission, Role } from '../../shared/roles.ts'
import type { Plan } from '../billing/rules.ts'

export interface LockedBusiness {
  plan: Plan
  ownerVerified: boolean
  isSuspended: boolean
}

/**
 * Whatever changes who belongs to a business does so one after another (tenant transaction). The caller may have lost the
 * permission while the request waited.
 */
export async function lockTeam(
  { client }: Transaction,
  identity: Identity,
  permission: Permission,
): Promise<LockedBusiness> {
  const { businessId, userId } = identity
  const { rows: businesses } = await client.query<LockedBusiness>(
    `select plan, owner_verified as "ownerVerified", suspended_at is not null as "isSuspended"
     from businesses where id = $1 for no key update`,
    [businessId],
  )
  const { rows: callers } = await client.query<{ role: Role }>(
    'select role from members where business_id = $1 and user_id = $2 and paused_at is null',
    [businessId, userId],
  )
  if (!businesses[0] || !callers[0])
    throw new AppError('NOT_A_MEMBER', 'You’re no longer a member of this business.')
  assertPermitted({ ...identity, memberRole: callers[0].role }, permission)
  return businesses[0]
}
