import { expect, test } from 'vitest'
import { networkOf } from './network-of.ts'

test.each([
  ['IPv4', '198.51.100.9', '198.51.100.9'],
  ['IPv4-mapped', '::ffff:198.51.100.9', '198.51.100.9'],
  ['IPv4-mapped in groups', '0:0:0:0:0:FFFF:c633:6409', '198.51.100.9'],
  ['IPv4 behind a gateway', '64:ff9b::198.51.100.9', '198.51.100.9'],
  ['IPv6', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['another address beside it', '2001:db8:1:2:ffff::1', '2001:db8:1:2::/64'],
  ['the next network', '2001:db8:1:3::1', '2001:db8:1:3::/64'],
  ['in capitals, with leading zeros', '2001:0DB8:0001:0002:0003:0004:0005:0006', '2001:db8:1:2::/64'],
  ['shortened', '2001:db8::1', '2001:db8:0:0::/64'],
  ['shortened at the end', '2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['shortened within the network', '2001:db8::2:3:4:5:6', '2001:db8:0:2::/64'],
  ['loopback', '::1', '0:0:0:0::/64'],
  ['nothing but zeros', '::', '0:0:0:0::/64'],
  ['with a zone', 'fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['no address', 'unknown', 'unknown'],
  ['almost an address', '2001:db8::1::2', '2001:db8::1::2'],
  ['nothing', '', ''],
])('%s', (_name, ip, network) => {
  expect(networkOf(ip)).toBe(network)
})
