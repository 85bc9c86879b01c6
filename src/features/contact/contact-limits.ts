import type { Limit } from '../../platform/limits/limit.ts'

const hour = 3600
const refusal = 'You have written several times within an hour.'

/** What one place on the network and one address may send; the second also holds what an address can be sent unasked. */
export function contactLimits(ip: string, email: string): Limit[] {
  return [
    { key: `contact:ip:${ip}`, max: 5, windowSeconds: hour, refusal },
    { key: `contact:email:${email}`, max: 3, windowSeconds: hour, refusal },
  ]
}
