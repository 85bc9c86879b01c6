import { isIPv6 } from 'node:net'
import { embeddedIPv4 } from '../net/public-address.ts'

/** What a limit counts as one client: of an IPv6 address only the half that the provider assigns. */
export function networkOf(ip: string): string {
  if (!isIPv6(ip)) return ip
  const [address = ''] = ip.split('%')
  return embeddedIPv4(address) ?? `${groupsOf(address).slice(0, 4).join(':')}::/64`
}

function groupsOf(address: string): string[] {
  // The URL parser normalizes every notation to lower case without leading zeros, but does not accept a zone.
  const [head = '', tail = ''] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const [first, last] = [split(head), split(tail)]
  return [...first, ...Array.from({ length: 8 - first.length - last.length }, () => '0'), ...last]
}

function split(groups: string): string[] {
  return groups === '' ? [] : groups.split(':')
}
