import { roles } from '../../shared/roles.ts'
import { type Plan, includesFeature } from '../billing/rules.ts'

/** The roles that a member can be given. There is one owner, and that role is handed over. */
export const givenRoles = roles.slice(1) as unknown as readonly ['admin', 'bookkeeper', 'sales', 'viewer']
export type GivenRole = (typeof givenRoles)[number]

export const invitationDays = 7

/** Of a business: its members and open invitations. */
export const maxMembers = 50
/** Of a person. */
export const maxOwnedBusinesses = 10

/** Who the plan includes besides the owner. */
export function seatsOf(plan: Plan): 'all' | 'one-accountant' | 'none' {
  if (includesFeature(plan, 'severalUsers')) return 'all'
  return plan === 'pro' ? 'one-accountant' : 'none'
}
