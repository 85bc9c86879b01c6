import { expect, test } from 'vitest'
import { dayText, dueDayText, momentText, timeText } from './day-text.ts'

test('the time is the one on the clock of the business', () => {
  const moment = new Date('2026-11-16T14:41:00Z')
  expect([timeText(moment, 'America/New_York'), timeText(moment, 'Asia/Kolkata')]).toEqual([
    '9:41 AM',
    '8:11 PM',
  ])
})

test('a moment of another day is told by that day', () => {
  const moment = '2026-11-16T02:30:00Z'
  expect(momentText(moment, 'UTC', '2026-11-16')).toBe('2:30 AM')
  // It was still the evening before there.
  expect(momentText(moment, 'America/New_York', '2026-11-16')).toBe('Nov 15, 2026')
})

test.each([
  ['2026-12-30', 'today'],
  ['2026-12-31', 'tomorrow'],
  ['2026-12-05', 'on Dec 5'],
  ['2027-01-02', 'on Jan 2, 2027'],
])('seen from Dec 30, 2026, %s is %s', (date, words) => {
  expect(dayText(date, '2026-12-30')).toBe(words)
})

test.each([
  ['2026-11-16', 'Due today'],
  ['2026-11-17', 'Due tomorrow'],
  ['2026-11-18', 'Due on Nov 18'],
  ['2026-11-15', '1 day overdue'],
  ['2026-11-04', '12 days overdue'],
  ['2023-02-20', '1,365 days overdue'],
])('on Nov 16, 2026, what is due %s reads: %s', (date, words) => {
  expect(dueDayText(date, '2026-11-16')).toBe(words)
})
