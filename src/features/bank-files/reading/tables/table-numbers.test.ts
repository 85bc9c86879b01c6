import { expect, test } from 'vitest'
import { decimalsOf, numberCell } from './table-numbers.ts'

test.each([
  ['1.234,56', '1234.56', null],
  ['1,234.56', null, '1234.56'],
  ['1 234,56', '1234.56', null],
  ['1\u00a0234,56', '1234.56', null],
  ["1'234.56", null, '1234.56'],
  ['12,34,567.89', null, '1234567.89'],
  ['1.234', '1234', '1.234'],
  ['0,125', '0.125', null],
  ['1234', '1234', '1234'],
  ['.23', null, '0.23'],
  ['100,-', '100', '100'],
])('%s is an amount that may be read with a comma as %s and with a point as %s', (text, comma, dot) => {
  expect(numberCell(text)).toMatchObject({ comma, dot })
})

test.each([
  ['-5.00', -1, null, null],
  ['5.00-', -1, null, null],
  ['(5.00)', -1, null, null],
  ['−5,00 €', -1, null, 'EUR'],
  ['+5.00', 1, null, null],
  ['5.00 CR', 0, 'C', null],
  ['5.00DR', 0, 'D', null],
  ['12,00 S', 0, 'D', null],
  ['R$ 5,00', 0, null, 'BRL'],
  ['-£5.00', -1, null, 'GBP'],
  ['5.00 USD', 0, null, 'USD'],
  ['$5.00', 0, null, null],
  ["'-5.00", -1, null, null],
])('%s has the sign %s, the side %s and the currency %s', (text, sign, side, currency) => {
  expect(numberCell(text)).toMatchObject({ sign, side, currency })
})

test.each(['', 'Rent', '5%', '01.02.2026', '00123', '12:30', 'A 5.00 coffee', '1.2.3', '--5', '12 34 56'])(
  '“%s” is no amount',
  (text) => {
    expect(numberCell(text)).toBeNull()
  },
)

test('an amount says which sign separates its decimals, if it can be seen', () => {
  const seen = (text: string) => {
    const cell = numberCell(text)
    return cell && decimalsOf(cell)
  }
  expect(['1,5', '1.5', '1.500', '500'].map(seen)).toEqual([',', '.', 'unclear', null])
})
