import { expect, test } from 'vitest'
import { agoText, formatBytes, lengthText } from './rules.ts'

const minute = 60_000

test.each([
  [20_000, '1 minute'],
  [12 * minute, '12 minutes'],
  [59.9 * minute, '59 minutes'],
  [60 * minute, '1 hour'],
  [47 * 60 * minute, '47 hours'],
  [48 * 60 * minute, '2 days'],
  [9.5 * 24 * 60 * minute, '9 days'],
])('%i milliseconds are %s', (milliseconds, words) => {
  expect(lengthText(milliseconds)).toBe(words)
})

test('what is less than a minute old, or of a clock that is ahead, is just now', () => {
  const now = new Date('2026-11-05T12:00:00Z')
  expect(agoText('2026-11-05T11:59:01Z', now)).toBe('just now')
  expect(agoText('2026-11-05T12:10:00Z', now)).toBe('just now')
  expect(agoText('2026-11-05T11:48:00Z', now)).toBe('12 minutes ago')
})

test.each([
  [0, '0 MB'],
  [312_400_000, '312 MB'],
  [1_440_000_000, '1.4 GB'],
  [20_000_000_000, '20 GB'],
  [1_234_560_000_000, '1,235 GB'],
])('%i bytes are %s', (bytes, words) => {
  expect(formatBytes(bytes)).toBe(words)
})
