import { describe, expect, test } from 'vitest'

import { daysWords, madeWords, pauseWords, skipWords } from './series-words.ts'

describe('the next days', () => {
  test('say their year only where it is another than the one before', () => {
    const days = ['2026-11-30', '2026-12-31', '2027-01-31', '2027-02-28']
    expect(daysWords(days, true, '2026-11-15')).toBe('Nov 30, Dec 31, Jan 31 2027, Feb 28 …')
  })

  test('end without dots when there are no more', () => {
    expect(daysWords(['2026-11-30'], false, '2026-11-15')).toBe('Nov 30')
  })
})

test('how many were made is said in words', () => {
  expect([0, 1, 12].map(madeWords)).toEqual(['None made yet', '1 invoice made', '12 invoices made'])
})

describe('leaving one out', () => {
  const plan = { frequency: 'monthly', startDate: '2027-01-31' } as const

  test('names the day after it', () => {
    expect(skipWords({ ...plan, end: { kind: 'never' } }, 0)).toContain(
      'The next one is made on Feb 28, 2027.',
    )
  })

  test('tells when it was the last', () => {
    expect(skipWords({ ...plan, end: { kind: 'count', count: 1 } }, 0)).toContain('the series is then over')
    expect(skipWords({ ...plan, end: { kind: 'date', date: '2027-02-27' } }, 0)).toContain('then over')
  })
})

describe('a pause', () => {
  test('says why, in the words of whoever stopped it', () => {
    expect(pauseWords({ state: 'paused', pausedBy: 'owner', pauseReason: null })).toBe('You paused it.')
    expect(pauseWords({ state: 'paused', pausedBy: 'plan', pauseReason: 'The limit.' })).toBe('The limit.')
  })

  test('has no words while it runs', () => {
    expect(pauseWords({ state: 'running', pausedBy: null, pauseReason: null })).toBeNull()
  })
})
