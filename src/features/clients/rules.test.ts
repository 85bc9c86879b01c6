import fc from 'fast-check'
import { expect, test } from 'vitest'
import { paceText } from './rules.ts'

const pace = (days: number, daysLate: number) => ({ days, daysLate, invoices: 3 })

test('the pace says how long, how late, and what has changed', () => {
  expect(paceText(pace(12, 3), pace(17, 5))).toBe(
    'Pays in 12 days, usually 3 days late; 5 days faster than the year before.',
  )
  expect(paceText(pace(20.4, -1), pace(19, 1))).toBe(
    'Pays in 20 days, usually 1 day early; 1 day slower than the year before.',
  )
  expect(paceText(pace(0, 0), null)).toBe('Pays on the same day, usually on time.')
  expect(paceText(pace(1, 0), pace(1, 9))).toBe('Pays in 1 day, usually on time; as in the year before.')
  expect(paceText(null, pace(1, 1))).toBeNull()
})

test('the pace never speaks of negative days', () => {
  const days = fc.integer({ min: -5000, max: 5000 }).map((halves) => halves / 2)
  fc.assert(
    fc.property(days, days, days, (one, late, other) => {
      expect(paceText(pace(one, late), pace(other, late))).not.toMatch(/-\d|NaN| 0 days/)
    }),
  )
})
