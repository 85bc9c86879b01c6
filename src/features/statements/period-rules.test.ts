import { expect, test } from 'vitest'
import { daysOf } from './period-rules.ts'

test.each([
  ['month', '2026-11-18', '2026-11-01', '2026-11-18'],
  ['last-month', '2026-03-31', '2026-02-01', '2026-02-28'],
  ['last-month', '2026-01-15', '2025-12-01', '2025-12-31'],
  ['quarter', '2026-01-01', '2026-01-01', '2026-01-01'],
  ['quarter', '2026-09-30', '2026-07-01', '2026-09-30'],
  ['quarter', '2026-12-01', '2026-10-01', '2026-12-01'],
  ['year', '2026-11-18', '2026-01-01', '2026-11-18'],
] as const)('%s on %s is from %s to %s', (period, today, from, to) => {
  expect(daysOf(period, today)).toEqual({ from, to })
})

test('everything has no first day', () => {
  expect(daysOf('all', '2026-11-18')).toEqual({ to: '2026-11-18' })
})
