import { describe, expect, test } from 'vitest'
import { AddressRefused, HostNotFound, isPublicAddress, resolvePublicAddresses } from './public-address.ts'

const inside = [
  ['unspecified', '0.0.0.0'],
  ['this network', '0.1.2.3'],
  ['private', '10.0.0.1'],
  ['private', '10.255.255.255'],
  ['shared by a provider', '100.64.0.1'],
  ['shared by a provider', '100.127.255.255'],
  ['loopback', '127.0.0.1'],
  ['loopback', '127.255.255.254'],
  ['link-local', '169.254.169.254'],
  ['private', '172.16.0.1'],
  ['private', '172.31.255.255'],
  ['protocols', '192.0.0.8'],
  ['documentation', '192.0.2.1'],
  ['6to4 relay', '192.88.99.1'],
  ['private', '192.168.1.1'],
  ['benchmarks', '198.19.255.255'],
  ['documentation', '198.51.100.7'],
  ['documentation', '203.0.113.7'],
  ['multicast', '224.0.0.1'],
  ['multicast', '239.255.255.255'],
  ['reserved', '240.0.0.1'],
  ['broadcast', '255.255.255.255'],
  ['unspecified', '::'],
  ['loopback', '::1'],
  ['loopback, written out', '0:0:0:0:0:0:0:1'],
  ['link-local', 'fe80::1'],
  ['link-local', 'febf::1'],
  ['link-local with its interface', 'fe80::1%eth0'],
  ['site-local', 'fec0::1'],
  ['unique-local', 'fc00::1'],
  ['unique-local', 'fd00:ec2::254'],
  ['multicast', 'ff02::1'],
  ['discard', '100::1'],
  ['documentation', '2001:db8::1'],
  ['documentation', '3fff::1'],
  ['Teredo', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
  ['ORCHID', '2001:20::1'],
  ['6to4 of a private address', '2002:0a00:0001::1'],
  ['6to4 of a public address', '2002:0808:0808::1'],
  ['IPv4-mapped', '::ffff:127.0.0.1'],
  ['IPv4-mapped in hexadecimal', '::ffff:a9fe:a9fe'],
  ['IPv4-mapped, written out', '0:0:0:0:0:ffff:10.0.0.1'],
  ['IPv4-compatible', '::127.0.0.1'],
  ['IPv4-compatible, public', '::8.8.8.8'],
  ['IPv4-translated', '::ffff:0:8.8.8.8'],
  ['NAT64', '64:ff9b::10.0.0.1'],
  ['NAT64 in hexadecimal', '64:ff9b::a9fe:a9fe'],
  ['NAT64 to the unspecified address', '64:ff9b::'],
  ['NAT64 of a network of its own', '64:ff9b:1::8.8.8.8'],
  ['segment routing', '5f00::1'],
  ['no address at all', 'smtp.example.com'],
] as const

const outside = [
  ['9.255.255.255'],
  ['11.0.0.0'],
  ['100.63.255.255'],
  ['100.128.0.0'],
  ['128.0.0.1'],
  ['172.15.255.255'],
  ['172.32.0.0'],
  ['192.167.255.255'],
  ['223.255.255.255'],
  ['2001:4860:4860::8888'],
  ['2606:4700::1111'],
  ['2a00:1450:4001:829::200e'],
  ['::ffff:8.8.8.8'],
  ['64:ff9b::8.8.8.8'],
  ['64:ff9b::808:808'],
] as const

test.each(inside)('%s is not public: %s', (_what, address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each(outside)('public: %s', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

const familyOf = (address: string) => (address.includes(':') ? 6 : 4)
const found = (...addresses: string[]) => addresses.map((address) => ({ address, family: familyOf(address) }))

describe('a host', () => {
  test('is looked up once, and all its addresses come back in the order of the answer', async () => {
    const answers = [found('2606:4700::1111', '1.1.1.1'), found('127.0.0.1')]
    const asked: string[] = []
    const lookup = async (host: string) => {
      asked.push(host)
      return answers.shift() ?? []
    }
    const addresses = await resolvePublicAddresses('smtp.example.com', { allowPrivate: false, lookup })
    expect(addresses).toEqual(found('2606:4700::1111', '1.1.1.1'))
    expect(asked).toEqual(['smtp.example.com'])
  })

  test.each([
    [['10.0.0.1']],
    [['1.1.1.1', '10.0.0.1']],
    [['2606:4700::1111', '::1']],
    [['1.1.1.1', '::ffff:127.0.0.1']],
  ])('is refused when one of its addresses is not public: %s', async (addresses) => {
    const lookup = async () => found(...addresses)
    const refused = resolvePublicAddresses('smtp.example.com', { allowPrivate: false, lookup })
    await expect(refused).rejects.toThrow(AddressRefused)
    const allowed = await resolvePublicAddresses('smtp.example.com', { allowPrivate: true, lookup })
    expect(allowed).toEqual(found(...addresses))
  })

  test('that nobody knows is told apart, and from one that cannot be asked for now', async () => {
    const failing = (code: string) => async () => Promise.reject(Object.assign(new Error('no'), { code }))
    const lookedUp = (lookup: () => Promise<never[]>) =>
      resolvePublicAddresses('smtp.gmial.com', { allowPrivate: true, lookup })
    for (const lookup of [failing('ENOTFOUND'), async () => []]) {
      await expect(lookedUp(lookup)).rejects.toThrow(
        new HostNotFound('There’s no server called smtp.gmial.com.'),
      )
    }
    await expect(lookedUp(failing('EAI_AGAIN'))).rejects.toThrow(
      new HostNotFound('The server smtp.gmial.com couldn’t be found right now.'),
    )
  })

  // The system converts a number without a name server.
  test.each([
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '0177.0.0.1',
    '::1',
    '0',
    'localhost',
  ])('written as a number is what the system makes of it: %s', async (host) => {
    await expect(resolvePublicAddresses(host, { allowPrivate: false })).rejects.toThrow(AddressRefused)
  })
})
