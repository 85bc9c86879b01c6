import { createHash, randomBytes } from 'node:crypto'

export function makeToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Only this is stored: who reads the table cannot join with it. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
