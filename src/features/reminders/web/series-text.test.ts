import { expect, test } from 'vitest'
import { seriesText } from './series-text.ts'

const wordsOf = (...days: number[]) =>
  seriesText({ steps: days.map((offsetDays) => ({ offsetDays, subject: null, body: null })) })

test.each([
  [[-7, 0, 1, 7, 14, 30], '7 days before the due date, on the day, and 1, 7, 14 and 30 days after.'],
  [[-3, -7], '7 and 3 days before the due date.'],
  [[0], 'On the due date.'],
  [[1], '1 day after the due date.'],
  [[-1, 2], '1 day before the due date, and 2 days after.'],
  [[0, 5], 'On the due date, and 5 days after.'],
])('%j: %s', (days, words) => {
  expect(wordsOf(...days).description).toBe(`${words} Only while the invoice is not paid.`)
})

test('the label counts them, and a series without any promises nothing', () => {
  expect(wordsOf(-7, 0).label).toBe('Send reminders (2)')
  expect(wordsOf(5).label).toBe('Send a reminder')
  expect(wordsOf().description).toContain('nothing is sent')
})
