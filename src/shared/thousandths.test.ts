import fc from 'fast-check'
import { expect, test } from 'vitest'
import { locales } from './locales.ts'
import {
  decimalsText,
  formatThousandths,
  parseDecimals,
  parseThousandths,
  thousandthsText,
} from './thousandths.ts'

test('what people type becomes thousandths', () => {
  const typed = ['1.5', ' 2 ', '0.125', '.5', '3.', '1,250', '0', '007', '1,5', '0,125', '12,34', '1 000']
  expect(typed.map((text) => parseThousandths(text))).toEqual([
    1500, 2000, 125, 500, 3000, 1_250_000, 0, 7000, 1500, 125, 12_340, 1_000_000,
  ])
})

test('what is no such number is refused rather than guessed', () => {
  const typed = ['', '.', '-1', '1.2345', '1,2345', '1e3', '1,2,3', 'ten', '9999999999999', 'NaN', '5%']
  expect(typed.map((text) => parseThousandths(text))).toEqual(typed.map(() => null))
})

test.each([
  ['en-US', '12.345', 12_345],
  ['en-US', '12,345', 12_345_000],
  ['de-DE', '12,345', 12_345],
  ['de-DE', '12.345', 'ambiguous'],
  ['de-DE', '1.5', 1500],
  ['de-DE', '1.234,5', 1_234_500],
  ['de-CH', '12,345', 'ambiguous'],
  ['fr-FR', '12\u202f345,6', 12_345_600],
  ['en-IN', '12,34,567', 1_234_567_000],
] as const)('in %s, %j is %s', (locale, text, expected) => {
  expect(parseThousandths(text, locale)).toBe(expected)
})

test('every number in a field is read back as the same, and one on a document never as another', () => {
  const anyNumber = fc.oneof(
    fc.integer({ min: 0, max: 9_999_999_999 }),
    fc.integer({ min: 0, max: 2_000_000 }),
  )
  fc.assert(
    fc.property(anyNumber, fc.constantFrom(...locales), (value, locale) => {
      expect(parseThousandths(thousandthsText(value, locale), locale)).toBe(value)
      expect([value, 'ambiguous']).toContain(parseThousandths(formatThousandths(value, locale), locale))
      expect(parseThousandths(formatThousandths(value))).toBe(value)
    }),
    { numRuns: 2000 },
  )
})

test('thousandths are written in the number format', () => {
  expect(formatThousandths(1500)).toBe('1.5')
  expect(formatThousandths(1_234_567_890)).toBe('1,234,567.89')
  expect(formatThousandths(1_234_567_890, 'de-DE')).toBe('1.234.567,89')
  expect(thousandthsText(1_234_567_890)).toBe('1234567.89')
  expect(thousandthsText(1_234_567_890, 'de-DE')).toBe('1234567,89')
})

test('numbers with other decimals are read and written digit by digit', () => {
  expect(parseDecimals('0.655', 5)).toBe(65_500)
  expect(parseDecimals('0,65555', 5, 'de-DE')).toBe(65_555)
  expect(parseDecimals('0.655555', 5)).toBeNull()
  expect(parseDecimals('9999999999', 5)).toBe(999_999_999_900_000)
  expect(parseDecimals('99999999999', 5)).toBeNull()
  expect(parseDecimals('1.234', 5, 'de-DE')).toBe('ambiguous')
  expect([65_500, 65_555, 0, 100_000].map((value) => decimalsText(value, 5))).toEqual([
    '0.655',
    '0.65555',
    '0',
    '1',
  ])
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999_999 }), fc.constantFrom(3, 5, 6), (value, decimals) => {
      expect(parseDecimals(decimalsText(value, decimals), decimals)).toBe(value)
    }),
  )
})
