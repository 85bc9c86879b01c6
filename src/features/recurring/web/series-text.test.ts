import { describe, expect, test } from 'vitest'
import { daysText } from '../../schedules/rules.ts'
import { madeText, pauseText, skipText, startText } from './series-text.ts'

describe('the next days', () => {
  test('are told apart, each with its year', () => {
    expect(daysText(['2026-12-31', '2027-01-31'], true)).toBe('Dec 31, 2026 · Jan 31, 2027 …')
  })

  test('end without dots when there are no more', () => {
    expect(daysText(['2026-11-30'], false)).toBe('Nov 30, 2026')
  })
})

describe('the start', () => {
  const today = '2026-11-16'

  test('is when the first one is made', () => {
    expect(startText('2026-12-16', today, false)).toBe('The first one is created on this date.')
    expect(startText(today, today, false)).toBe('The first one is created today.')
  })

  test('comes after the invoice that it began with', () => {
    expect(startText('2026-12-16', today, true)).toBe(
      'You already have the invoice you came from. The next one is created on Dec 16, 2026.',
    )
    expect(startText(today, today, true)).toContain('The next one is created today.')
    expect(startText('soon', today, true)).toBe('You already have the invoice you came from.')
  })
})

test('how many were made is said in words', () => {
  expect([0, 1, 12].map(madeText)).toEqual(['None created yet', '1 invoice created', '12 invoices created'])
})

describe('skipping one', () => {
  const plan = { frequency: 'monthly', startDate: '2027-01-31' } as const

  test('names the day after it', () => {
    expect(skipText({ ...plan, end: { kind: 'never' } }, 0)).toContain(
      'The next one is created on Feb 28, 2027.',
    )
  })

  test('tells when it was the last', () => {
    expect(skipText({ ...plan, end: { kind: 'count', count: 1 } }, 0)).toContain('the series ends')
    expect(skipText({ ...plan, end: { kind: 'date', date: '2027-02-27' } }, 0)).toContain('the series ends')
  })
})

describe('a pause', () => {
  test('says why, in the words of whoever stopped it', () => {
    expect(pauseText({ state: 'paused', pausedBy: 'owner', pauseReason: null })).toBe('You paused it.')
    expect(pauseText({ state: 'paused', pausedBy: 'plan', pauseReason: 'The limit.' })).toBe('The limit.')
  })

  test('has no words while it runs', () => {
    expect(pauseText({ state: 'running', pausedBy: null, pauseReason: null })).toBeNull()
  })
})
