import type { Limit } from '../../platform/limits/limit.ts'
import { networkOf } from '../../platform/limits/network-of.ts'

const quarterHour = 15 * 60
const hour = 3600

/** Failed sign-ins: ten an account and a hundred an address on the network. */
export function signInLimits(email: string, ip: string): Limit[] {
  return [
    { key: `sign-in:account:${email}`, max: 10, windowSeconds: quarterHour },
    { key: `sign-in:ip:${networkOf(ip)}`, max: 100, windowSeconds: quarterHour },
  ]
}

export function signUpLimits(ip: string): Limit[] {
  return [{ key: `sign-up:ip:${networkOf(ip)}`, max: 300, windowSeconds: hour }]
}

export function resetMailLimits(email: string): Limit[] {
  return [{ key: `reset-mail:${email}`, max: 5, windowSeconds: hour }]
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
