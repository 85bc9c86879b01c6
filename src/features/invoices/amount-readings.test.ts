import { expect, test } from 'vitest'
import { amountReadings } from './amount-readings.ts'

/** "2: 125000" for each reading. */
const readings = (text: string, locale = 'en-US') =>
  amountReadings(text, locale).map(({ digits, minor }) => `${digits}: ${minor}`)

test('an amount is read in currencies of all decimals', () => {
  expect(readings('1234')).toEqual(['0: 1234', '2: 123400', '3: 1234000'])
  expect(readings('1,234.50')).toEqual(['2: 123450', '3: 1234500'])
  expect(readings('1.234,50')).toEqual(['2: 123450', '3: 1234500'])
  expect(readings('0.125')).toEqual(['3: 125'])
  expect(readings('1 234 567,8', 'fr-FR')).toEqual(['2: 123456780', '3: 1234567800'])
})

test('a text that can be read in two ways is read in both', () => {
  expect(readings('1.234')).toEqual(['0: 1234', '2: 123400', '3: 1234'])
  expect(readings('1.234', 'de-CH')).toEqual(['0: 1234', '2: 123400', '3: 1234'])
  expect(readings('1,234')).toEqual(['0: 1234', '2: 123400', '3: 1234000', '3: 1234'])
})

test('a currency before or after it does not matter', () => {
  const plain = readings('1250')
  for (const text of [
    '$1250',
    '$ 1250',
    '1250 €',
    '€1250',
    'US$1250',
    'CHF 1250',
    '1250 chf',
    '1250kwd',
    '₹1250',
  ]) {
    expect([text, readings(text)]).toEqual([text, plain])
  }
})

test('what is no amount has no reading', () => {
  for (const text of [
    '',
    'Acme',
    'Acme 12',
    '12 Monkeys',
    '-5',
    '1,23,4',
    'INV-12',
    '€',
    'abc 5',
    '9'.repeat(16),
  ]) {
    expect([text, readings(text)]).toEqual([text, []])
  }
})
