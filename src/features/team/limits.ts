import type { Limit } from '../../platform/limits/limit.ts'
import { networkOf } from '../../platform/limits/network-of.ts'

const hour = 3600

/** Limits how many invitations are sent: they go to people who did not ask for them. */
export function invitationLimits(businessId: string, email: string): Limit[] {
  const refusal = 'Many invitations have been sent.'
  return [
    { key: `invitation:business:${businessId}`, max: 30, windowSeconds: hour, refusal },
    { key: `invitation:address:${email}`, max: 5, windowSeconds: hour, refusal },
  ]
}

export function readInvitationLimits(ip: string): Limit[] {
  return [{ key: `read-invitation:ip:${networkOf(ip)}`, max: 300, windowSeconds: hour }]
}
