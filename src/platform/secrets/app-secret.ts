import { createHmac, hkdfSync } from 'node:crypto'

const shortest = 32
const wellKnown = /^(.)\1+$|change.?me|secret.*secret|example|password|better-auth|0123456789|abcdefghij/i

/** Why a secret is not good enough, in one sentence, or null. */
export function weaknessOfSecret(secret: string): string | null {
  if (secret.length < shortest) return `APP_SECRET must have at least ${shortest} characters.`
  if (wellKnown.test(secret) || new Set(secret).size < 10) {
    return 'APP_SECRET must be random; this one is easy to guess (openssl rand -base64 32 makes a good one).'
  }
  return null
}

/** A key for one purpose. Keys of different purposes tell nothing about each other or about the secret. */
export function deriveKey(secret: string, purpose: string): string {
  return Buffer.from(hkdfSync('sha256', secret, 'millrace', purpose, 32)).toString('base64url')
}

/** Recognises a secret without giving it away. */
export function fingerprint(secret: string): string {
  return createHmac('sha256', secret).update('millrace fingerprint').digest('hex').slice(0, 16)
}
