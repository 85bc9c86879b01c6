import fc from 'fast-check'
import { expect, test } from 'vitest'
import { backoff } from './backoff.ts'

const growth = { firstMs: 1000, maxMs: 60_000 }

test('each failure doubles the wait, up to the longest', () => {
  const waits = [1, 2, 3, 4, 5, 6, 7, 8].map((failures) => backoff(failures, growth, () => 1))
  expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000])
})

test('however often it failed and whatever is drawn, the wait is between half of the first and the longest', () => {
  fc.assert(
    fc.property(fc.nat(100_000), fc.double({ min: 0, max: 1, noNaN: true }), (failures, drawn) => {
      const wait = backoff(failures, growth, () => drawn)
      expect(wait).toBeGreaterThanOrEqual(500)
      expect(wait).toBeLessThanOrEqual(60_000)
    }),
  )
})

test('two who failed together wait differently', () => {
  expect(backoff(3, growth, () => 0.1)).not.toBe(backoff(3, growth, () => 0.9))
})
