import { expect, test } from 'vitest'
import { addDays, addMonths, dateIn, daysBetween, formatDate, isIsoDate } from './dates.ts'

test('a date is one that the calendar has', () => {
  expect(['2024-02-29', '1900-01-01', '9999-12-31'].every(isIsoDate)).toBe(true)
  const wrong = ['2023-02-29', '2026-13-01', '2026-1-1', '1899-12-31', '2026-11-15T00:00:00Z', '', 'tomorrow']
  expect(wrong.filter(isIsoDate)).toEqual([])
})

test('days are added and counted across months, years and changes of the clock', () => {
  expect(addDays('2026-01-31', 30)).toBe('2026-03-02')
  expect(addDays('2024-02-28', 1)).toBe('2024-02-29')
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31')
  expect(daysBetween('2026-03-01', '2026-04-01')).toBe(31)
  expect(daysBetween('2026-04-01', '2026-03-31')).toBe(-1)
})

test('months are added to the first day of the month, across years', () => {
  expect(addMonths('2026-11-18', 0)).toBe('2026-11-01')
  expect(addMonths('2026-11-30', 2)).toBe('2027-01-01')
  expect(addMonths('2026-01-31', -1)).toBe('2025-12-01')
  expect(addMonths('2026-12-01', -24)).toBe('2024-12-01')
})

test('a date is shown with the short name of its month', () => {
  expect(formatDate('2026-11-05')).toBe('Nov 5, 2026')
  expect(formatDate('no date')).toBe('no date')
})

test('one moment is different days in different places', () => {
  const moment = new Date('2026-11-15T23:30:00Z')
  expect(dateIn('America/New_York', moment)).toBe('2026-11-15')
  expect(dateIn('UTC', moment)).toBe('2026-11-15')
  expect(dateIn('Pacific/Auckland', moment)).toBe('2026-11-16')
})
