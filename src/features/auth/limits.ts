import type { Limit } from '../../platform/limits/limit.ts'
import { networkOf } from '../../platform/limits/network-of.ts'

const quarterHour = 15 * 60
const hour = 3600

/** Failed sign-ins: ten an account and a hundred an address on the network. */
export function signInLimits(email: string, ip: string): Limit[] {
  return [
    { key: signInKey(email), max: 10, windowSeconds: quarterHour },
    { key: `sign-in:ip:${networkOf(ip)}`, max: 100, windowSeconds: quarterHour },
  ]
}

const signInKey = (email: string) => `sign-in:account:${email}`

/** Sign-ins of any outcome: each hashes a password, and right ones do not count as failures. */
export function signInWorkLimits(email: string, ip: string): Limit[] {
  return [
    { key: `sign-in-work:account:${email}`, max: 120, windowSeconds: quarterHour },
    { key: `sign-in-work:ip:${networkOf(ip)}`, max: 1500, windowSeconds: quarterHour },
  ]
}

/** Ways to Google that were begun: each is kept for ten minutes. */
export function googleLimits(ip: string): Limit[] {
  return [{ key: `google:ip:${networkOf(ip)}`, max: 300, windowSeconds: quarterHour }]
}

export function signUpLimits(ip: string): Limit[] {
  return [{ key: `sign-up:ip:${networkOf(ip)}`, max: 300, windowSeconds: hour }]
}

/** Requests for reset mails from one network, whatever the addresses. */
export function resetRequestLimits(ip: string): Limit[] {
  return [{ key: `reset-mail:ip:${networkOf(ip)}`, max: 30, windowSeconds: hour }]
}

/**
 * Reset mails to one address: five for each network that asks, so that nobody elsewhere can use up those of the owner,
 * and twenty in all, so that a mailbox is not flooded. The twenty do not lock the owner out, because a link works for an
 * hour, which is as long as the limit: whoever reads the mailbox can use any of them.
 */
export function resetMailLimits(email: string, ip: string): Limit[] {
  // The same for known and unknown addresses.
  const refusal =
    'Several reset mails were asked for. If this address has an account, the links of the last hour still work.'
  return [
    { key: `reset-mail:account:${email}:${networkOf(ip)}`, max: 5, windowSeconds: hour, refusal },
    { key: `reset-mail:account:${email}`, max: 20, windowSeconds: hour, refusal },
  ]
}

/** What a completed reset starts over: the old password can no longer be guessed, and the other links are gone. */
export function keysClearedByReset(email: string, ip: string): string[] {
  return [signInKey(email), ...resetMailLimits(email, ip).map(({ key }) => key)]
}

export function verificationMailLimits(userId: string): Limit[] {
  return [{ key: `verification-mail:${userId}`, max: 5, windowSeconds: hour }]
}

/** Wrong current passwords when changing it. */
export function changePasswordLimits(userId: string): Limit[] {
  return [{ key: `change-password:${userId}`, max: 10, windowSeconds: quarterHour }]
}

/** Mails about too many wrong passwords. */
export function passwordAlarmLimits(userId: string): Limit[] {
  return [{ key: `password-alarm:${userId}`, max: 1, windowSeconds: hour }]
}

/** How often a signed-in user has a password checked or judged, of any outcome: both take much of a processor. */
export function passwordWorkLimits(userId: string): Limit[] {
  return [{ key: `password-work:${userId}`, max: 30, windowSeconds: hour }]
}

/** The same for reset links. Not one count with the above, or a thief of a session could use up the owner's way back. */
export function resetWorkLimits(userId: string): Limit[] {
  return [{ key: `reset-work:${userId}`, max: 30, windowSeconds: hour }]
}

/** New passwords judged for one network, on top of those of sign-ups. */
export function newPasswordLimits(ip: string): Limit[] {
  return [{ key: `new-password:ip:${networkOf(ip)}`, max: 300, windowSeconds: hour }]
}
