import type { Limit } from '../../platform/limits/limit.ts'
import { networkOf } from '../../platform/limits/network-of.ts'

const quarterHour = 15 * 60
const hour = 3600

/** Limits failed sign-ins to ten per account and a hundred per network. */
export function signInLimits(email: string, ip: string): Limit[] {
  return [
    { key: signInKey(email), max: 10, windowSeconds: quarterHour },
    { key: `sign-in:ip:${networkOf(ip)}`, max: 100, windowSeconds: quarterHour },
  ]
}

const signInKey = (email: string) => `sign-in:account:${email}`

/** Limits all sign-ins: each one hashes a password, and successful ones do not count as failures. */
export function signInWorkLimits(email: string, ip: string): Limit[] {
  return [
    { key: `sign-in-work:account:${email}`, max: 120, windowSeconds: quarterHour },
    { key: `sign-in-work:ip:${networkOf(ip)}`, max: 1500, windowSeconds: quarterHour },
  ]
}

/** Limits how many Google sign-ins can be started: the state of each one is stored for ten minutes. */
export function googleLimits(ip: string): Limit[] {
  return [{ key: `google:ip:${networkOf(ip)}`, max: 300, windowSeconds: quarterHour }]
}

export function signUpLimits(ip: string): Limit[] {
  return [{ key: `sign-up:ip:${networkOf(ip)}`, max: 300, windowSeconds: hour }]
}

/** Limits requests for reset mails from one network, for any address. */
export function resetRequestLimits(ip: string): Limit[] {
  return [{ key: `reset-mail:ip:${networkOf(ip)}`, max: 30, windowSeconds: hour }]
}

/**
 * Five for each network, so that others cannot use up the owner's share, and twenty to spare the mailbox.
 * The owner is not locked out: a link works for an hour, as long as the limit lasts.
 */
export function resetMailLimits(email: string, ip: string): Limit[] {
  // The wording is the same for known and unknown addresses.
  const refusal =
    'Several reset emails have been requested. If this address has an account, links from the last hour still work.'
  return [
    { key: `reset-mail:account:${email}:${networkOf(ip)}`, max: 5, windowSeconds: hour, refusal },
    { key: `reset-mail:account:${email}`, max: 20, windowSeconds: hour, refusal },
  ]
}

/** What a reset clears: the old password cannot be guessed any more, and other links are invalid. */
export function keysClearedByReset(email: string, ip: string): string[] {
  return [signInKey(email), ...resetMailLimits(email, ip).map(({ key }) => key)]
}

export function verificationMailLimits(userId: string): Limit[] {
  return [{ key: `verification-mail:${userId}`, max: 5, windowSeconds: hour }]
}

/** Limits wrong current passwords when a user changes the password. */
export function changePasswordLimits(userId: string): Limit[] {
  return [{ key: `change-password:${userId}`, max: 10, windowSeconds: quarterHour }]
}

/** Limits mails about too many wrong passwords. */
export function passwordAlarmLimits(userId: string): Limit[] {
  return [{ key: `password-alarm:${userId}`, max: 1, windowSeconds: hour }]
}

/** Limits how often a user can have a password verified or rated: both use a lot of CPU. */
export function passwordWorkLimits(userId: string): Limit[] {
  return [{ key: `password-work:${userId}`, max: 30, windowSeconds: hour }]
}

/** The same for reset links. Apart, or the thief of a session could block the owner's reset. */
export function resetWorkLimits(userId: string): Limit[] {
  return [{ key: `reset-work:${userId}`, max: 30, windowSeconds: hour }]
}

/** Limits how many new passwords are rated for one network, in addition to those of sign-ups. */
export function newPasswordLimits(ip: string): Limit[] {
  return [{ key: `new-password:ip:${networkOf(ip)}`, max: 300, windowSeconds: hour }]
}
