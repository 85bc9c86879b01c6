import { createHmac, timingSafeEqual } from 'node:crypto'
import { portalTokenPattern } from './portal-token-rules.ts'

/** What the link of a client names. The generation increases when the business renews the link. */
export interface PortalTicket {
  businessId: string
  clientId: string
  generation: number
}

const bytesOf = (uuid: string) => Buffer.from(uuid.replaceAll('-', ''), 'hex')
const uuidOf = (bytes: Buffer) =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

function sign(signingKey: Buffer, ticket: string): string {
  return createHmac('sha256', signingKey).update(`portal link ${ticket}`).digest('base64url')
}

export function writePortalToken(
  signingKey: Buffer,
  { businessId, clientId, generation }: PortalTicket,
): string {
  const counter = Buffer.alloc(4)
  counter.writeUInt32BE(generation)
  const ticket = Buffer.concat([bytesOf(businessId), bytesOf(clientId), counter]).toString('base64url')
  return `${ticket}.${sign(signingKey, ticket)}`
}

/** Reads what a token names. Nothing of it may be believed before `isSignedWith` says yes. */
export function readPortalToken(token: string): PortalTicket | null {
  const [, ticket] = portalTokenPattern.exec(token) ?? []
  if (ticket === undefined) return null
  const bytes = Buffer.from(ticket, 'base64url')
  return {
    businessId: uuidOf(bytes.subarray(0, 16)),
    clientId: uuidOf(bytes.subarray(16, 32)),
    generation: bytes.readUInt32BE(32),
  }
}

/** Compares in constant time, so that the time of an answer says nothing about the right signature. */
export function isSignedWith(signingKey: Buffer, token: string): boolean {
  const [, ticket = '', signature = ''] = portalTokenPattern.exec(token) ?? []
  const expected = Buffer.from(sign(signingKey, ticket))
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, expected)
}
