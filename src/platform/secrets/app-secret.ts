import { createHmac, hkdfSync } from 'node:crypto'

const minLength = 32
const guessable = /^(.)\1+$|change.?me|secret.*secret|example|password|better-auth|0123456789|abcdefghij/i

/** Returns why a secret is too weak, as one sentence, or null. */
export function weaknessOfSecret(secret: string): string | null {
  if (secret.length < minLength) return `APP_SECRET must have at least ${minLength} characters.`
  if (guessable.test(secret) || new Set(secret).size < 10) {
    return 'APP_SECRET must be random. This one is easy to guess (openssl rand -base64 32 makes a good one).'
  }
  return null
}

/** Derives a key for one purpose, which reveals nothing about other keys or the secret. */
export function deriveKey(secret: string, purpose: string): string {
  return Buffer.from(hkdfSync('sha256', secret, 'millrace', purpose, 32)).toString('base64url')
}

/** Identifies a secret without revealing it. */
export function fingerprint(secret: string): string {
  return createHmac('sha256', secret).update('millrace fingerprint').digest('hex').slice(0, 16)
}
