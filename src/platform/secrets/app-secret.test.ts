import { expect, test } from 'vitest'
import { deriveKey, fingerprint, weaknessOfSecret } from './app-secret.ts'

test.each([
  ['short', 'only-31-characters-long-x7Gq2ve'],
  ['one character repeated', 'a'.repeat(40)],
  ['a placeholder', 'please-change-me-please-change-me-1234'],
  ['a sequence', '0123456789012345678901234567890123456789'],
])('a secret that is %s is refused', (_what, secret) => {
  expect(weaknessOfSecret(secret)).toMatch(/^APP_SECRET must/)
})

test('a random secret is good', () => {
  expect(weaknessOfSecret('kN3v9Qm2Lx8Rt5Wz1Yb7Hc4Jf6Gd0Ps+')).toBeNull()
})

test('keys of different purposes differ, and none is the secret', () => {
  const secret = 'kN3v9Qm2Lx8Rt5Wz1Yb7Hc4Jf6Gd0Ps+'
  expect(new Set([secret, deriveKey(secret, 'a'), deriveKey(secret, 'b'), fingerprint(secret)]).size).toBe(4)
})
