import { BlockList, isIPv4 } from 'node:net'
import { type HostAddress, type Lookup, createDnsLookup, lookUpInSystem } from './look-up-host.ts'

interface ResolveOptions {
  /** Whether the operator allows users to enter servers in private networks. */
  allowPrivate: boolean
  lookup?: Lookup
}

/** The host is in a network that users must not reach. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused'
}

export class HostNotFound extends Error {
  override readonly name = 'HostNotFound'
}

/** IPv4 ranges that are not the public internet, from IANA's special-purpose registry. */
const special4 = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8], // this network, and the unspecified address
  ['10.0.0.0', 8], // private
  ['100.64.0.0', 10], // shared by customers of a provider
  ['127.0.0.0', 8], // loopback
  ['169.254.0.0', 16], // link-local, where clouds answer with credentials
  ['172.16.0.0', 12], // private
  ['192.0.0.0', 24], // protocols
  ['192.0.2.0', 24], // documentation
  ['192.88.99.0', 24], // 6to4 relays
  ['192.168.0.0', 16], // private
  ['198.18.0.0', 15], // benchmarks
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, and broadcast
] as const) {
  special4.addSubnet(network, prefix, 'ipv4')
}

// For IPv6 it is the reverse: one block is the public internet, with few exceptions. Everything outside it
// (loopback, link-local, unique-local, multicast, IPv4-compatible, local NAT64) needs no entry.
const global6 = new BlockList()
global6.addSubnet('2000::', 3, 'ipv6')
const special6 = new BlockList()
for (const [network, prefix] of [
  ['2001::', 23], // protocols, among them Teredo, which carries an IPv4 address
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4, which carries an IPv4 address
  ['3fff::', 20], // documentation
] as const) {
  special6.addSubnet(network, prefix, 'ipv6')
}

/** IPv6 ranges before an IPv4 address: mapped by the system, or translated by a gateway (NAT64). */
const ipv4Ranges = ['::ffff:', '64:ff9b::'].map((head) => {
  const list = new BlockList()
  list.addSubnet(`${head}0.0.0.0`, 96, 'ipv6')
  return list
})

/** Returns the IPv4 address inside such an IPv6 address. */
export function embeddedIPv4(address: string): string | undefined {
  if (!ipv4Ranges.some((list) => list.check(address, 'ipv6'))) return undefined
  // The URL parser normalizes every notation of an IPv6 address, with the last 32 bits as two groups.
  const groups = new URL(`http://[${address}]`).hostname.slice(1, -1).split(':')
  const [high, low] = groups.slice(-2).map((group) => Number.parseInt(group || '0', 16))
  return [high ?? 0, low ?? 0].flatMap((group) => [group >> 8, group & 255]).join('.')
}

export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !special4.check(address, 'ipv4')
  const ipv4 = embeddedIPv4(address)
  if (ipv4) return isPublicAddress(ipv4)
  return global6.check(address, 'ipv6') && !special6.check(address, 'ipv6')
}

const lookUpInDns = createDnsLookup()

/**
 * Connect to these addresses and not to the name: a second lookup may return others. Numbers in any notation
 * are judged by the address that the system makes of them.
 */
export async function resolvePublicAddresses(
  host: string,
  // Names that only the system knows, from its hosts file, are in private networks.
  { allowPrivate, lookup = allowPrivate ? lookUpInSystem : lookUpInDns }: ResolveOptions,
): Promise<HostAddress[]> {
  const addresses = await lookup(host).catch((error: NodeJS.ErrnoException) => {
    throw new HostNotFound(
      error.code === 'ENOTFOUND'
        ? `There’s no server called ${host}.`
        : `The server ${host} couldn’t be found right now.`,
      { cause: error },
    )
  })
  if (addresses.length === 0) throw new HostNotFound(`There’s no server called ${host}.`)
  // One private address is enough to refuse the name. A mail server never has both kinds, and using only the
  // public ones would hide that something is wrong.
  if (!allowPrivate && !addresses.every(({ address }) => isPublicAddress(address))) {
    throw new AddressRefused(`${host} leads to a private network, which isn’t allowed here.`)
  }
  return addresses
}
