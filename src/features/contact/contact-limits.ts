import type { Limit } from '../../platform/limits/limit.ts'
import { networkOf } from '../../platform/limits/network-of.ts'

const hour = 3600
const refusal = 'You have written several times within an hour.'

/**
 * Limits messages per network and per address; the limit per address also caps the unsolicited
 * acknowledgements it can get. The limit for all visitors together prevents bulk mail from many networks and
 * addresses.
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

/** Addresses with a plus suffix lead to the same mailbox. */
function mailboxOf(email: string): string {
  return email.replace(/^([^+@]+)\+[^@]*@/, '$1@')
}
