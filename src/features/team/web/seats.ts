import type { Role } from '../../../shared/roles.ts'
import type { Session } from '../../auth/contract.ts'
import type { Plan } from '../../billing/rules.ts'
import type { Team } from '../contract.ts'
import type { GivenRole } from '../rules.ts'

/** The roles that the seats of the plan leave to give. */
export function rolesToGive(seats: Team['seats']): readonly GivenRole[] {
  if (seats === 'none') return []
  return seats === 'all' ? ['admin', 'bookkeeper', 'sales', 'viewer'] : ['viewer']
}

/** Whether one more person can be invited. */
export function hasFreeSeat({ seats, members, invitations }: Team): boolean {
  if (seats !== 'one-accountant') return seats === 'all'
  return (
    invitations.every(({ isExpired }) => isExpired) &&
    members.every(({ role, isPaused }) => role === 'owner' || isPaused)
  )
}

/**
 * Why the user can’t add a business; undefined where they may try. Their plan in another business than this one is not known
 * here: the server decides then.
 */
export function noOtherBusiness(session: Session, plan: Plan | undefined): string | undefined {
  const own = session.businesses.filter(({ role }) => role === 'owner')
  const isOnlyOwnOne = own.length === 1 && own[0]?.id === session.business.id
  if (!isOnlyOwnOne || plan === undefined || plan === 'enterprise') return undefined
  return 'With Enterprise you can have several businesses, each with its own plan.'
}

/** The role of the former owner after a handover: with Pro, only the accountant’s seat is free. */
export function formerOwnerRole(seats: Team['seats'] | undefined): Role {
  return seats === 'one-accountant' ? 'viewer' : 'admin'
}

/** Whether a member can be removed or given another role, which excludes the owner and the user. */
export function isManaged(member: { userId: string; role: Role }, ownId: string): boolean {
  return member.role !== 'owner' && member.userId !== ownId
}
