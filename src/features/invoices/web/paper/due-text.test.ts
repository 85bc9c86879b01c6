import { expect, test } from 'vitest'
import { dueInDays } from './due-text.ts'

test.each([
  ['2026-11-29', 'Due in 12 days'],
  ['2026-11-18', 'Due tomorrow'],
  ['2026-11-17', 'Due today'],
  ['2026-11-16', '1 day overdue'],
  ['2026-11-04', '13 days overdue'],
  ['2022-11-17', '1,461 days overdue'],
])('a due date is told in days: %s', (dueDate, text) => {
  expect(dueInDays(dueDate, '2026-11-17')).toBe(text)
})
