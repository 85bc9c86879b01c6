import { expect, test } from 'vitest'
import { stepText } from './reminder-rules.ts'

test.each([
  [-7, '7 days before the due date'],
  [-1, '1 day before the due date'],
  [0, 'on the due date'],
  [1, '1 day after the due date'],
  [30, '30 days after the due date'],
])('a step of %d days is said as "%s"', (offsetDays, words) => {
  expect(stepText(offsetDays)).toBe(words)
})
