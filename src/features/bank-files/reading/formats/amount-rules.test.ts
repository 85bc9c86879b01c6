import { expect, test } from 'vitest'
import { findDecimalMark, readAmount } from './amount-rules.ts'

test.each([
  [['1,234.56', '1,000'], '.'],
  [['1.234,56', '1.000'], ','],
  [['12,5'], ','],
  [['1,234,567'], '.'],
  [['1.000', '2.500'], 'ambiguous'],
  [['1000', '-5'], null],
  [['5,00', '7.00'], '.'],
])('the decimals of %j are behind %s', (amounts, mark) => {
  expect(findDecimalMark(amounts)).toBe(mark)
})

test.each([
  ['-12.34', '-12.34'],
  ['12.34-', '-12.34'],
  ['(12.34)', '-12.34'],
  ['−12.34', '-12.34'],
  ['+ 12.34', '12.34'],
  ['-$1,234.5', '-1234.50'],
  ["1'234.50", '1234.50'],
  ['1 234,50', '1234.50'],
  ['1,000', '1000'],
  ['.5', '0.50'],
])('%s is %s', (text, amount) => {
  expect(readAmount(text, '.')).toBe(amount)
})

test.each(['', '-', 'ten', '1.2.3,4,5', '--5', '-5-', '(5', '5 EUROS each', '1e5'])(
  '%j is no amount',
  (text) => {
    expect(readAmount(text, '.')).toBeNull()
  },
)
