import fc from 'fast-check'
import { createDecipheriv, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { seal, DecryptionFailed, unseal } from './seal.ts'

const key = randomBytes(32)

test('whatever is sealed is opened again with the same key and the same place', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 500 }), fc.string(), (value, about) => {
      expect(unseal(key, seal(key, Buffer.from(value), about), about)).toEqual(Buffer.from(value))
    }),
  )
})

test('it is AES-256-GCM, bound to its place, as anybody with the key can check', () => {
  const sealed = seal(key, Buffer.from('a secret'), 'here')
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, 13))
  decipher.setAAD(Buffer.from('here')).setAuthTag(sealed.subarray(-16))
  const opened = Buffer.concat([decipher.update(sealed.subarray(13, -16)), decipher.final()])
  expect(opened.toString()).toBe('a secret')
})

test('every flipped bit is an error, not garbage', () => {
  const sealed = seal(key, Buffer.from('sk_live_a-secret-of-some-length'), 'here')
  for (let bit = 0; bit < sealed.length * 8; bit++) {
    const altered = Buffer.from(sealed)
    altered[bit >> 3]! ^= 1 << (bit & 7)
    expect(() => unseal(key, altered, 'here'), `bit ${bit}`).toThrow(DecryptionFailed)
  }
})

test('cut short anywhere, or with something added, it is an error', () => {
  const sealed = seal(key, Buffer.from('a secret'), 'here')
  for (let length = 0; length < sealed.length; length++) {
    expect(() => unseal(key, sealed.subarray(0, length), 'here'), `${length} bytes`).toThrow(DecryptionFailed)
    expect(() => unseal(key, sealed.subarray(sealed.length - length), 'here')).toThrow(DecryptionFailed)
  }
  expect(() => unseal(key, Buffer.concat([sealed, Buffer.of(0)]), 'here')).toThrow(DecryptionFailed)
})

test('another key, another place or an unknown form is an error', () => {
  const sealed = seal(key, Buffer.from('a secret'), 'here')
  expect(() => unseal(randomBytes(32), sealed, 'here')).toThrow(DecryptionFailed)
  expect(() => unseal(key, sealed, 'there')).toThrow(DecryptionFailed)
  expect(() => unseal(key, Buffer.concat([Buffer.of(2), sealed.subarray(1)]), 'here')).toThrow(
    'a sealed value is not of a known form',
  )
})

test('the same value never looks the same twice, and shows nothing of itself', () => {
  const value = Buffer.from('the same value, and long enough to be seen')
  const sealed = Array.from({ length: 100 }, () => seal(key, value, 'here'))
  expect(new Set(sealed.map((one) => one.toString('hex'))).size).toBe(100)
  expect(new Set(sealed.map((one) => one.subarray(1, 13).toString('hex'))).size).toBe(100)
  for (const one of sealed) expect(one.includes('same value')).toBe(false)
})
