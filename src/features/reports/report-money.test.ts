import { expect, test } from 'vitest'
import { percentOf } from './report-money.ts'

test('a percentage is in thousandths, and is left out of next to nothing', () => {
  expect(percentOf(1, 3)).toBe(33_333)
  expect(percentOf(-250, 100)).toBe(-250_000)
  expect(percentOf(0, 0)).toBeNull()
  expect(percentOf(5, 0)).toBeNull()
  expect(percentOf(90_000_000_000, 1)).toBe(9_000_000_000_000_000)
  expect(percentOf(100_000_000_000, 1)).toBeNull()
})
