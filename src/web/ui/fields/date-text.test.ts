import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dateFromIso, formatIsoDate, isoFromDate, parseDateText } from './date-text.ts'

describe('parseDateText', () => {
  test.each([
    ['Mar 9, 2026', '2026-03-09'],
    ['mar 9 2026', '2026-03-09'],
    ['March 9, 2026', '2026-03-09'],
    ['9 Mar 2026', '2026-03-09'],
    ['2026-03-09', '2026-03-09'],
    ['3/9/2026', '2026-03-09'],
    ['  3/9/2026 ', '2026-03-09'],
    ['Feb 29, 2028', '2028-02-29'],
  ])('reads %j', (text, iso) => {
    expect(parseDateText(text)).toBe(iso)
  })

  test.each([
    '',
    'soon',
    'Feb 30, 2026',
    'Feb 29, 2026',
    '13/1/2026',
    '3/9/26',
    '2026-3',
    '2026-03-09T00:00:00Z',
  ])('refuses %j', (text) => {
    expect(parseDateText(text)).toBeNull()
  })

  test('reads back every date that it shows', () => {
    const days = fc.date({ min: new Date(1900, 0, 2), max: new Date(2999, 11, 30), noInvalidDate: true })
    fc.assert(
      fc.property(days, (day) => {
        const iso = isoFromDate(day)
        expect(parseDateText(formatIsoDate(iso))).toBe(iso)
      }),
    )
  })
})

test('an ISO date becomes the same day of the local calendar', () => {
  const date = dateFromIso('2026-03-09')
  expect([date?.getFullYear(), date?.getMonth(), date?.getDate()]).toEqual([2026, 2, 9])
})

test('a text that is no ISO date is shown as it is', () => {
  expect(formatIsoDate('later')).toBe('later')
})
