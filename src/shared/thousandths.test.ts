import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatThousandths, parseThousandths } from './thousandths.ts'

test('what people type becomes thousandths', () => {
  const typed = ['1.5', ' 2 ', '0.125', '.5', '3.', '1,250', '0', '007']
  expect(typed.map(parseThousandths)).toEqual([1500, 2000, 125, 500, 3000, 1_250_000, 0, 7000])
})

test('what is no such number is refused rather than guessed', () => {
  const typed = ['', '.', '-1', '1.2345', '1e3', '12,34', 'ten', '1 000', '9999999999999', 'NaN']
  expect(typed.map(parseThousandths)).toEqual(typed.map(() => null))
})

test('every number that is shown is read back as the same', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 9_999_999_999 }), (value) => {
      expect(parseThousandths(formatThousandths(value))).toBe(value)
    }),
  )
  expect(formatThousandths(1500)).toBe('1.5')
  expect(formatThousandths(1_234_567_890)).toBe('1,234,567.89')
  expect(formatThousandths(1_234_567_890, 'de-DE')).toBe('1.234.567,89')
})
