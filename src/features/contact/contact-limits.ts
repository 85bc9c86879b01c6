import type { Limit } from '../../platform/limits/limit.ts'
import { networkOf } from '../../platform/limits/network-of.ts'

const hour = 3600
const refusal = 'You have written several times within an hour.'

/**
 * What one place on the network and one address may send; the second also holds what an address can be sent unasked. And
 * what all together may, so that nobody with many of both has mail sent in bulk.
 */
export function contactLimits(ip: string, email: string): Limit[] {
  return [
    { key: `contact:ip:${networkOf(ip)}`, max: 5, windowSeconds: hour, refusal },
    { key: `contact:email:${mailboxOf(email)}`, max: 3, windowSeconds: hour, refusal },
    {
      key: 'contact:all',
      max: 100,
      windowSeconds: hour,
      refusal: 'Too many people are writing at the moment.',
    },
  ]
}

/** Whatever stands behind a plus leads into the same mailbox. */
function mailboxOf(email: string): string {
  return email.replace(/^([^+@]+)\+[^@]*@/, '$1@')
}
