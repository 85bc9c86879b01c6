import { isIPv6 } from 'node:net'

/** IPv6 addresses that carry an IPv4 address in their last 32 bits: written by the system (mapped) or by a gateway (NAT64). */
const carriers = new Set(['0:0:0:0:0:ffff', '64:ff9b:0:0:0:0'])

/**
 * What a limit counts as one place on the network. One connection has 2^64 addresses of IPv6 to choose from, so that only
 * the half which the provider gave it tells who it is.
 */
export function networkOf(ip: string): string {
  if (!isIPv6(ip)) return ip
  const groups = groupsOf(ip)
  if (carriers.has(groups.slice(0, 6).join(':'))) return asIPv4(groups.slice(6))
  return `${groups.slice(0, 4).join(':')}::/64`
}

function groupsOf(ip: string): string[] {
  // The URL parser writes every form in lower case and without leading zeros, but knows no zone.
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
