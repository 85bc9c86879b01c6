import { expect, test } from 'vitest'
import { formatAccessTime } from './format-access-time.ts'

test('a moment is told by the clock of the business', () => {
  const moment = '2026-11-05T03:40:07.123456Z'
  expect(formatAccessTime('UTC', moment)).toBe('Nov 5, 2026, 3:40:07 AM')
  expect(formatAccessTime('America/New_York', moment)).toBe('Nov 4, 2026, 10:40:07 PM')
})
