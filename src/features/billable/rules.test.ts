import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  clockText,
  durationText,
  hoursOf,
  linesOfExpenses,
  linesOfTime,
  maxSeconds,
  readDuration,
  secondsSince,
  unbilledText,
} from './rules.ts'

const anySeconds = fc.integer({ min: 1, max: maxSeconds })
const entry = (id: string, seconds: number, description = 'Design', rateMinor = 9000) => ({
  id,
  description,
  date: '2026-11-05',
  seconds,
  rateMinor,
})

describe('hours', () => {
  test('are thousandths, rounded half up', () => {
    expect([3600, 5400, 1, 2, 60, 9, 12_600].map(hoursOf)).toEqual([1000, 1500, 0, 1, 17, 3, 3500])
  })

  test('differ from the time by at most half a thousandth', () => {
    fc.assert(
      fc.property(fc.nat(maxSeconds * 200), (seconds) => {
        expect(Number.isSafeInteger(hoursOf(seconds))).toBe(true)
        expect(Math.abs(hoursOf(seconds) * 18 - seconds * 5)).toBeLessThanOrEqual(9)
      }),
    )
  })

  test('of a group are rounded once, whatever the order of its entries', () => {
    fc.assert(
      fc.property(fc.array(anySeconds, { minLength: 1, maxLength: 30 }), (times) => {
        const entries = times.map((seconds, index) => entry(String(index), seconds))
        const [line, ...others] = linesOfTime(entries, true)
        expect(others).toEqual([])
        expect(line?.quantity).toBe(hoursOf(times.reduce((sum, seconds) => sum + seconds, 0)))
        expect(linesOfTime(entries.toReversed(), true)[0]?.quantity).toBe(line?.quantity)
        expect(line?.sources).toHaveLength(times.length)
      }),
    )
  })
})

describe('a typed duration', () => {
  test.each([
    ['1:30', 5400],
    ['0:05', 300],
    ['1:30:15', 5415],
    ['1.5', 5400],
    ['1,5', 5400],
    ['.25', 900],
    [' 2 ', 7200],
    ['24', 86_400],
  ])('%s is %i seconds', (typed, seconds) => expect(readDuration(typed)).toBe(seconds))

  test.each(['', '0', '0:00', '24:01', '25', '1:60', '1:5', '-1', '1h', '1.2345', 'abc', '.', ':30'])(
    '%s is refused',
    (typed) => expect(readDuration(typed)).toBeNull(),
  )

  test('reads what the field shows', () => {
    fc.assert(fc.property(anySeconds, (seconds) => readDuration(clockText(seconds)) === seconds))
  })
})

test('a timer counts from its start, and no more than a day', () => {
  const start = new Date('2026-11-05T10:00:00Z')
  expect(secondsSince(start, new Date('2026-11-05T11:30:00Z'))).toBe(5400)
  expect(secondsSince(start, new Date('2026-11-20T10:00:00Z'))).toBe(maxSeconds)
  expect(secondsSince(start, new Date('2026-11-05T09:00:00Z'))).toBe(0)
})

test('time is grouped by description and rate, or billed entry by entry', () => {
  const entries = [
    entry('1', 1800),
    entry('2', 1800, ' design '),
    entry('3', 60, 'Design', 1),
    entry('4', 60, ''),
  ]
  expect(linesOfTime(entries, true)).toMatchObject([
    {
      description: 'Design',
      quantity: 1000,
      rateMinor: 9000,
      sources: [{ kind: 'time', id: '1' }, { id: '2' }],
    },
    { description: 'Design', rateMinor: 1 },
    { description: 'Work on Nov 5, 2026' },
  ])
  expect(linesOfTime(entries, false)).toHaveLength(4)
})

test('an expense is one piece of its amount', () => {
  const expense = {
    id: '1',
    vendor: 'Rail Co',
    notes: 'Train\nto Bern',
    category: 'Travel',
    date: '2026-11-05',
    amountMinor: 990,
  }
  expect(linesOfExpenses([expense, { ...expense, vendor: '', notes: '' }])).toEqual([
    {
      description: 'Rail Co: Train to Bern',
      quantity: 1000,
      rateMinor: 990,
      sources: [{ kind: 'expense', id: '1' }],
    },
    { description: 'Travel', quantity: 1000, rateMinor: 990, sources: [{ kind: 'expense', id: '1' }] },
  ])
})

test('texts', () => {
  expect([12_600, 3600, 1500, 20, 0].map(durationText)).toEqual([
    '3 h 30 min',
    '1 h',
    '25 min',
    'less than 1 min',
    '0 min',
  ])
  expect(unbilledText({ seconds: 12_600, expenses: 2 })).toBe(
    '3 h 30 min of time and 2 expenses are not billed yet.',
  )
  expect(unbilledText({ seconds: 3600, expenses: 0 })).toBe('1 h of time is not billed yet.')
  expect(unbilledText({ seconds: 0, expenses: 1 })).toBe('1 expense is not billed yet.')
  expect(unbilledText({ seconds: 0, expenses: 2 })).toBe('2 expenses are not billed yet.')
})
