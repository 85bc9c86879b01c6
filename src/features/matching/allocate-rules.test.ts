import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allocate } from './allocate-rules.ts'
import { subsetsWithSum } from './candidates/sum-rules.ts'

const amount = fc.integer({ min: 1, max: 1000 })

test('all of the amount is used, and only the last invoice can be paid in part or too much', () => {
  fc.assert(
    fc.property(amount, fc.array(amount, { minLength: 1, maxLength: 6 }), (whole, open) => {
      const payables = open.map((openMinor, n) => ({ id: String(n), date: `2026-01-0${9 - n}`, openMinor }))
      const parts = allocate(whole, payables)
      if (!parts) {
        expect(whole).toBeLessThanOrEqual(open.slice(1).reduce((sum, minor) => sum + minor, 0))
        return
      }
      expect(parts.reduce((sum, part) => sum + part.amountMinor, 0)).toBe(whole)
      expect(parts.map(({ id }) => Number(id))).toEqual(open.map((_, n) => open.length - 1 - n))
      for (const part of parts.slice(0, -1)) expect(part.amountMinor).toBe(part.ofMinor)
    }),
  )
})

test('a set with the sum is found if there is one', () => {
  fc.assert(
    fc.property(fc.array(amount, { minLength: 2, maxLength: 9 }), fc.nat(), (amounts, seed) => {
      const chosen = amounts.filter((_, n) => (seed >> n) & 1).slice(0, 6)
      if (chosen.length < 2) return
      const sum = chosen.reduce((total, minor) => total + minor, 0)
      const found = subsetsWithSum(amounts, sum)
      expect(found.length).toBeGreaterThan(0)
      for (const set of found) expect(set.reduce((total, n) => total + amounts[n]!, 0)).toBe(sum)
    }),
  )
})
