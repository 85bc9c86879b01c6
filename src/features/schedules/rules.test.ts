import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type End,
  type Frequency,
  dayAfter,
  dayOfPeriod,
  firstPeriodFrom,
  frequencies,
  occurrence,
  planProblems,
  planSentence,
  scheduleText,
  shortMonthText,
} from './rules.ts'

const days = (frequency: Frequency, start: string, count: number) =>
  Array.from({ length: count }, (_, k) => occurrence(frequency, start, k))

test('monthly from the 31st keeps the 31st, and takes the last day of shorter months', () => {
  expect(days('monthly', '2027-10-31', 8)).toEqual([
    '2027-10-31',
    '2027-11-30',
    '2027-12-31',
    '2028-01-31',
    '2028-02-29',
    '2028-03-31',
    '2028-04-30',
    '2028-05-31',
  ])
})

test('monthly from the 30th is late in February only', () => {
  expect(days('monthly', '2026-12-30', 4)).toEqual(['2026-12-30', '2027-01-30', '2027-02-28', '2027-03-30'])
})

test('quarterly from the end of November', () => {
  expect(days('quarterly', '2027-11-30', 4)).toEqual(['2027-11-30', '2028-02-29', '2028-05-30', '2028-08-30'])
})

test('yearly from Feb 29 comes back to it, and knows that 2100 has none', () => {
  expect(days('yearly', '2028-02-29', 5)).toEqual([
    '2028-02-29',
    '2029-02-28',
    '2030-02-28',
    '2031-02-28',
    '2032-02-29',
  ])
  expect(occurrence('yearly', '2028-02-29', 72)).toBe('2100-02-28')
})

test('weeks are seven days, also where clocks are changed', () => {
  expect(days('weekly', '2026-10-19', 3)).toEqual(['2026-10-19', '2026-10-26', '2026-11-02'])
  expect(days('biweekly', '2026-12-28', 3)).toEqual(['2026-12-28', '2027-01-11', '2027-01-25'])
})

const anyDate = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const anyFrequency = fc.constantFrom(...(Object.keys(frequencies) as Frequency[]))

test('days come in order, each a real one, and the first from a day on is the first that is not before it', () => {
  fc.assert(
    fc.property(anyFrequency, anyDate, fc.nat(300), anyDate, (frequency, start, k, date) => {
      expect(occurrence(frequency, start, k) < occurrence(frequency, start, k + 1)).toBe(true)
      expect(firstPeriodFrom(frequency, start, occurrence(frequency, start, k))).toBe(k)
      const first = firstPeriodFrom(frequency, start, date)
      expect(occurrence(frequency, start, first) >= date).toBe(true)
      if (first > 0) expect(occurrence(frequency, start, first - 1) < date).toBe(true)
    }),
    { seed: 20_261, numRuns: 500 },
  )
})

describe('it ends', () => {
  const plan = (end: End) => ({ frequency: 'monthly', startDate: '2026-01-31', end }) as const
  const made = (end: End) => [0, 1, 2, 3].map((k) => dayOfPeriod(plan(end), k))

  test('never', () => {
    expect(dayOfPeriod(plan({ kind: 'never' }), 1200)).toBe('2126-01-31')
  })

  test('after the day that was given, and not before', () => {
    expect(made({ kind: 'date', date: '2026-03-31' })).toEqual([
      '2026-01-31',
      '2026-02-28',
      '2026-03-31',
      null,
    ])
    expect(made({ kind: 'date', date: '2026-03-30' })).toEqual(['2026-01-31', '2026-02-28', null, null])
  })

  test('after so many', () => {
    expect(made({ kind: 'count', count: 1 })).toEqual(['2026-01-31', null, null, null])
  })

  test('with the last day that a calendar here knows', () => {
    expect(
      dayOfPeriod({ frequency: 'yearly', startDate: '9999-12-31', end: { kind: 'never' } }, 1),
    ).toBeNull()
  })
})

test('a start that is over and an end before the start are told beside their fields', () => {
  const plan = {
    frequency: 'weekly',
    startDate: '2026-11-15',
    end: { kind: 'date', date: '2026-11-14' },
  } as const
  expect(planProblems(plan, '2026-11-16')).toEqual({
    startDate: 'Please choose today or a later day.',
    'end.date': 'This is before the start date.',
  })
  expect(planProblems({ ...plan, end: { kind: 'never' } }, '2026-11-15')).toEqual({})
  expect(planProblems({ ...plan, end: { kind: 'date', date: '2026-11-15' } }, null)).toEqual({})
})

test.each([
  ['weekly', '2026-11-16', 'Every week on Monday', null],
  ['biweekly', '2026-11-15', 'Every two weeks on Sunday', null],
  ['monthly', '2026-10-31', 'Every month on the 31st', 'on the last day when a month is shorter'],
  ['monthly', '2026-10-22', 'Every month on the 22nd', null],
  ['quarterly', '2026-10-13', 'Every three months on the 13th', null],
  ['quarterly', '2026-10-30', 'Every three months on the 30th', 'on the last day when a month is shorter'],
  ['yearly', '2028-02-29', 'Every year on Feb 29', 'on Feb 28 when there is no Feb 29'],
  ['yearly', '2026-12-31', 'Every year on Dec 31', null],
  ['monthly', '', 'Monthly', null],
] as const)('%s from %s in words: %s', (frequency, start, words, note) => {
  expect([scheduleText(frequency, start), shortMonthText(frequency, start)]).toEqual([words, note])
})

test.each([
  [{ kind: 'never' }, 'Every month on the 16th, until you stop it'],
  [{ kind: 'date', date: '2027-11-05' }, 'Every month on the 16th, until Nov 5, 2027'],
  [{ kind: 'count', count: 12 }, 'Every month on the 16th, 12 times'],
  [{ kind: 'count', count: 1 }, 'Once, on Nov 16, 2026'],
  [{ kind: 'date', date: '2026-12-15' }, 'Once, on Nov 16, 2026'],
] as [End, string][])('the whole plan in words: %o', (end, words) => {
  expect(planSentence({ frequency: 'monthly', startDate: '2026-11-16', end })).toBe(words)
})

test.each([
  ['monthly', '2026-11-16', '2026-12-16'],
  ['weekly', '2026-11-16', '2026-11-23'],
  ['yearly', '2026-11-16', '2027-11-16'],
  ['monthly', '2026-10-16', '2026-11-16'],
  ['monthly', '2026-08-31', '2026-11-30'],
  ['weekly', '2026-11-30', '2026-12-07'],
] as const)('%s after an invoice of %s the next day is %s', (frequency, issueDate, next) => {
  expect(dayAfter(frequency, issueDate, '2026-11-16')).toBe(next)
})
