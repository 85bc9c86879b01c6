import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chartScale } from './chart-scale.ts'

test('the axis has a few round numbers', () => {
  expect(chartScale([1_833_000, 638_040]).ticks).toEqual([0, 500_000, 1_000_000, 1_500_000, 2_000_000])
  expect(chartScale([-120, 340]).ticks).toEqual([-200, 0, 200, 400])
  expect(chartScale([-7]).ticks).toEqual([-8, -6, -4, -2, 0])
  expect(chartScale([1]).ticks).toEqual([0, 1])
})

test('every value and zero lie on the axis, and its numbers are whole and few', () => {
  const values = fc.array(
    // Never -0, which is not among the ticks.
    fc.maxSafeInteger().map((value) => Math.trunc(value / 10) + 0),
    { maxLength: 60 },
  )
  fc.assert(
    fc.property(values, (some) => {
      const { from, to, ticks } = chartScale(some)
      for (const value of [0, ...some]) expect(value >= from && value <= to).toBe(true)
      expect(to).toBeGreaterThan(from)
      expect([ticks[0], ticks.at(-1)]).toEqual([from, to])
      expect(ticks).toContain(0)
      expect(ticks.length).toBeLessThanOrEqual(7)
      expect(ticks.every(Number.isSafeInteger)).toBe(true)
    }),
  )
})
