import { expect, test } from 'vitest'
import { formatMoment } from './format-moment.ts'

test('a moment is told by the clock of the business', () => {
  expect(formatMoment('America/New_York', '2026-11-05T20:40:00Z')).toBe('Nov 5, 2026, 3:40 PM')
  expect(formatMoment('Pacific/Auckland', '2026-11-05T20:40:00Z')).toBe('Nov 6, 2026, 9:40 AM')
})
