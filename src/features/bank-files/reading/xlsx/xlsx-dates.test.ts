import { expect, test } from 'vitest'
import { dayOfSerial, isDateFormat, numberText } from './xlsx-dates.ts'

test.each([
  [14, undefined, true],
  [2, undefined, false],
  [170, 'dd/mm/yyyy', true],
  [171, '[$-407]d. mmmm yyyy', true],
  [172, '#,##0.00 "day"', false],
  [173, '[Red]#,##0.00', false],
  [174, 'h:mm', false],
])('format %s %s shows a day: %s', (id, code, isDate) => {
  expect(isDateFormat(id, code)).toBe(isDate)
})

test('serial numbers of both calendars are days', () => {
  expect(dayOfSerial(46_053.75, false)).toBe('2026-01-31')
  expect(dayOfSerial(46_053 - 1462, true)).toBe('2026-01-31')
  expect(dayOfSerial(1, false)).toBe('1900-01-01')
  expect(dayOfSerial(-1, false)).toBeNull()
})

test('numbers are written without the noise of floating point', () => {
  expect(['0.30000000000000004', '-1234.5', '1e3', '12.345', 'abc'].map(numberText)).toEqual([
    '0.3',
    '-1234.5',
    '1000',
    '12.3450',
    'abc',
  ])
})
