import { type KeyObject, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

interface Wanted {
  /** The names of the servers; empty for the certificate of an authority. */
  hosts: readonly string[]
  subject: string
  validUntil: Date
  key: KeyObject
}

interface Signer {
  name: string
  key: KeyObject
}

const day = 24 * 3600 * 1000

function der(tag: number, ...parts: (Buffer | readonly number[])[]): Buffer {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part)))
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const sequence = (...parts: Buffer[]) => der(0x30, ...parts)
const oid = (...bytes: number[]) => der(0x06, bytes)
const ecdsaWithSha256 = sequence(oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02))
const isTrue = der(0x01, [0xff])

const nameOf = (common: string) =>
  sequence(der(0x31, sequence(oid(0x55, 0x04, 0x03), der(0x0c, Buffer.from(common)))))

const time = (moment: Date) => der(0x18, Buffer.from(moment.toISOString().replaceAll(/[-:T]|\.\d+/g, '')))

function extensionsFor(hosts: readonly string[]): Buffer {
  if (hosts.length === 0) {
    return sequence(oid(0x55, 0x1d, 0x13), isTrue, der(0x04, sequence(isTrue)))
  }
  const names = hosts.map((host) =>
    /^[\d.]+$/.test(host) ? der(0x87, host.split('.').map(Number)) : der(0x82, Buffer.from(host)),
  )
  return sequence(oid(0x55, 0x1d, 0x11), der(0x04, sequence(...names)))
}

function certify({ hosts, subject, validUntil, key }: Wanted, signer: Signer): string {
  const signed = sequence(
    der(0xa0, der(0x02, [2])),
    der(0x02, [1], randomBytes(8)),
    ecdsaWithSha256,
    nameOf(signer.name),
    sequence(time(new Date(validUntil.getTime() - 30 * day)), time(validUntil)),
    nameOf(subject),
    key.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(extensionsFor(hosts))),
  )
  const signature = der(0x03, [0], sign('sha256', signed, signer.key))
  const body = sequence(signed, ecdsaWithSha256, signature).toString('base64')
  return `-----BEGIN CERTIFICATE-----\n${body.match(/.{1,64}/g)?.join('\n')}\n-----END CERTIFICATE-----\n`
}

/** Creates a certificate authority that only this test knows. */
export function makeAuthority(name = 'Test Authority') {
  const own = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const signer = { name, key: own.privateKey }
  const validUntil = new Date(Date.now() + 10 * day)
  return {
    ca: certify({ hosts: [], subject: name, validUntil, key: own.publicKey }, signer),
    issue(hosts: readonly string[], { isExpired = false } = {}) {
      const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const until = isExpired ? new Date(Date.now() - day) : validUntil
      const wanted = { hosts, subject: hosts[0] ?? 'nobody', validUntil: until, key: publicKey }
      return {
        cert: certify(wanted, signer),
        key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      }
    },
  }
}
