import { expect, test } from 'vitest'
import { formatMoment } from './format-moment.ts'

test('a moment is told by the clock of the business', () => {
  expect(formatMoment('America/New_York', '2026-11-05T20:40:00Z')).toBe('Nov 5, 2026, 3:40 PM')
  expect(formatMoment('Pacific/Auckland', '2026-11-05T20:40:00Z')).toBe('Nov 6, 2026, 9:40 AM')
})

test('where it matters, with its seconds', () => {
  const moment = '2026-11-05T03:40:07.123456Z'
  expect(formatMoment('UTC', moment, 'seconds')).toBe('Nov 5, 2026, 3:40:07 AM')
  expect(formatMoment('America/New_York', moment, 'seconds')).toBe('Nov 4, 2026, 10:40:07 PM')
})
