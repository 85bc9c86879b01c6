import { isIPv6 } from 'node:net'

/** IPv6 prefixes before an IPv4 address: mapped by the system, or translated by a gateway (NAT64). */
const ipv4Prefixes = new Set(['0:0:0:0:0:ffff', '64:ff9b:0:0:0:0'])

/** What a limit counts as one client: of an IPv6 address only the half that the provider assigns. */
export function networkOf(ip: string): string {
  if (!isIPv6(ip)) return ip
  const groups = groupsOf(ip)
  if (ipv4Prefixes.has(groups.slice(0, 6).join(':'))) return asIPv4(groups.slice(6))
  return `${groups.slice(0, 4).join(':')}::/64`
}

function groupsOf(ip: string): string[] {
  // The URL parser normalizes every notation to lower case without leading zeros, but does not accept a zone.
  const [address] = ip.split('%')
  const [head = '', tail = ''] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const [first, last] = [split(head), split(tail)]
  return [...first, ...Array.from({ length: 8 - first.length - last.length }, () => '0'), ...last]
}

function split(groups: string): string[] {
  return groups === '' ? [] : groups.split(':')
}

function asIPv4(groups: readonly string[]): string {
  return groups
    .map((group) => Number.parseInt(group, 16))
    .flatMap((bits) => [bits >> 8, bits & 255])
    .join('.')
}
