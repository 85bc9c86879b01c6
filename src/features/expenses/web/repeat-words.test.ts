import { expect, test } from 'vitest'

import type { Plan } from '../../recurring/rules.ts'
import { repeatWords } from './repeat-words.ts'

const today = '2026-11-16'
const monthly = (startDate: string, end: Plan['end'] = { kind: 'never' }): Plan => ({
  frequency: 'monthly',
  startDate,
  end,
})

test('says how often and until when, and the days to come', () => {
  expect(repeatWords(monthly('2026-12-01'), today)).toEqual({
    rule: 'Adds an expense every month on the 1st, until you stop it.',
    days: 'Next: Dec 1, 2026 · Jan 1, 2027 · Feb 1, 2027 …',
  })
  expect(repeatWords(monthly('2026-12-31', { kind: 'count', count: 2 }), today)).toEqual({
    rule: 'Adds an expense every month on the 31st, 2 times; on the last day when a month is shorter.',
    days: 'Next: Dec 31, 2026 · Jan 31, 2027',
  })
})

test('says how many are added at once for days gone by', () => {
  expect(repeatWords(monthly('2026-08-31'), today)?.days).toBe(
    '3 are added now, one for each day up to today. Next: Nov 30, 2026 · Dec 31, 2026 · Jan 31, 2027 …',
  )
  expect(repeatWords(monthly('2026-11-15'), today)?.days).toMatch(
    /^1 is added now, for a day gone by\. Next:/,
  )
  expect(repeatWords(monthly(today), today)?.days).toMatch(/^The first is for today\. Next: Dec 16, 2026/)
})

test('one that only comes once is said to', () => {
  expect(repeatWords(monthly('2026-10-31', { kind: 'date', date: '2026-11-01' }), today)).toEqual({
    rule: 'Adds an expense once, on Oct 31, 2026.',
    days: '1 is added now, for a day gone by. None follows.',
  })
})

test('says no more than the fields do', () => {
  expect(repeatWords(monthly(''), today)).toBeNull()
  expect(repeatWords(monthly('2026-12-01', { kind: 'date', date: '' }), today)).toEqual({
    rule: 'Adds an expense every month on the 1st.',
    days: null,
  })
  expect(repeatWords(monthly('2026-12-01', { kind: 'date', date: '2026-11-30' }), today)?.days).toBeNull()
  expect(repeatWords(monthly('2025-11-15'), today)?.days).not.toBeNull()
  expect(repeatWords(monthly('2025-11-14'), today)?.days).toBeNull()
})
