import { expect, test } from 'vitest'
import type { Plan } from '../../schedules/rules.ts'
import { repeatText } from './repeat-text.ts'

const today = '2026-11-16'
const monthly = (startDate: string, end: Plan['end'] = { kind: 'never' }): Plan => ({
  frequency: 'monthly',
  startDate,
  end,
})

const ahead = 'Each is added up to 31 days ahead, marked Upcoming until its date.'

test('says how often and until when, and the days to come', () => {
  expect(repeatText(monthly('2026-12-01'), today)).toEqual({
    rule: 'Adds an expense every month on the 1st, until you stop it.',
    days: '1 upcoming expense is added now. Next: Dec 1, 2026 · Jan 1, 2027 · Feb 1, 2027 …',
    ahead,
  })
  expect(repeatText({ ...monthly(today), frequency: 'biweekly' }, today)?.rule).toBe(
    'Adds an expense every two weeks on Monday, until you stop it.',
  )
})

test('says how many are added at once, for days gone by and for those to come', () => {
  const days = (startDate: string, end?: Plan['end']) => repeatText(monthly(startDate, end), today)?.days
  expect(days('2026-08-31')).toBe(
    '4 are added now, 3 up to today and 1 upcoming. Next: Nov 30, 2026 · Dec 31, 2026 · Jan 31, 2027 …',
  )
  expect(days('2026-11-15')).toMatch(/^2 are added now, 1 up to today and 1 upcoming\. Next: Dec 15, 2026/)
  expect(days(today)).toMatch(/^2 are added now, 1 for today and 1 upcoming\. Next: Dec 16, 2026/)
  expect(days('2026-10-18')).toMatch(/^2 are added now, 1 up to today and 1 upcoming\. Next: Nov 18, 2026/)
  expect(days('2026-11-17')).toMatch(/^2 are added now, all upcoming\. Next: Nov 17, 2026/)
  expect(days('2026-11-18')).toMatch(/^1 upcoming expense is added now\. Next: Nov 18, 2026/)
  expect(days(today, { kind: 'count', count: 1 })).toBe('1 is added now, for today. None after that.')
  const quarterly = { ...monthly('2026-08-16'), frequency: 'quarterly' as const }
  expect(repeatText(quarterly, today)).toMatchObject({
    days: '2 are added now, all up to today. Next: Feb 16, 2027 · May 16, 2027 · Aug 16, 2027 …',
    ahead,
  })
})

test('one that begins far ahead has its first now, and the others when they come near', () => {
  expect(repeatText(monthly('2026-12-31', { kind: 'count', count: 2 }), today)).toEqual({
    rule: 'Adds an expense every month on the 31st, 2 times; on the last day when a month is shorter.',
    days: 'Next: Dec 31, 2026 · Jan 31, 2027',
    ahead: 'The first is added now, later ones up to 31 days ahead, each marked Upcoming until its date.',
  })
})

test('says nothing of days ahead where all of them are added now, or none is to come', () => {
  const ends = (date: string) => repeatText(monthly('2026-10-31', { kind: 'date', date }), today)
  expect(ends('2026-11-30')).toMatchObject({
    days: '2 are added now, 1 up to today and 1 upcoming. Next: Nov 30, 2026',
    ahead: 'Each is marked Upcoming until its date.',
  })
  expect(ends('2026-11-01')).toEqual({
    rule: 'Adds an expense once, on Oct 31, 2026.',
    days: '1 is added now, for a past date. None after that.',
    ahead: null,
  })
})

test('says no more than the fields do', () => {
  expect(repeatText(monthly(''), today)).toBeNull()
  expect(repeatText(monthly('2026-12-01', { kind: 'date', date: '' }), today)).toEqual({
    rule: 'Adds an expense every month on the 1st.',
    days: null,
    ahead: null,
  })
  expect(repeatText(monthly('2026-12-01', { kind: 'date', date: '2026-11-30' }), today)?.days).toBeNull()
  expect(repeatText(monthly('2025-11-15'), today)?.days).not.toBeNull()
  expect(repeatText(monthly('2025-11-14'), today)?.days).toBeNull()
})
