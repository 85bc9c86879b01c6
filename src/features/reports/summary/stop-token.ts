import { createHmac, timingSafeEqual } from 'node:crypto'
import { stopTokenPattern } from './stop-token-rules.ts'

/** Whose summaries the link is about, and the address that it was sent to. */
interface StopTicket {
  businessId: string
  email: string
}

const idBytes = 16

function sign(key: Buffer, ticket: string): string {
  return createHmac('sha256', key).update(`summary link ${ticket}`).digest('base64url')
}

export function writeStopToken(key: Buffer, { businessId, email }: StopTicket): string {
  const id = Buffer.from(businessId.replaceAll('-', ''), 'hex')
  const ticket = Buffer.concat([id, Buffer.from(email)]).toString('base64url')
  return `${ticket}.${sign(key, ticket)}`
}

/** Reads what a token names. Nothing of it may be believed before `isSignedWith` says yes. */
export function readStopToken(token: string): StopTicket | null {
  const [, ticket] = stopTokenPattern.exec(token) ?? []
  if (ticket === undefined) return null
  const bytes = Buffer.from(ticket, 'base64url')
  const businessId = bytes
    .subarray(0, idBytes)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return { businessId, email: bytes.subarray(idBytes).toString() }
}

/** Compares in constant time, so that the time of an answer says nothing about the right signature. */
export function isSignedWith(key: Buffer, token: string): boolean {
  const [, ticket = '', signature = ''] = stopTokenPattern.exec(token) ?? []
  const expected = Buffer.from(sign(key, ticket))
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, expected)
}
