import { describe, expect, test } from 'vitest'
import { amountsIn } from './amounts-in.ts'
import { type ChargeValues, emptyCharge } from './charge-values.ts'

const single = (amountMinor: ChargeValues['amountMinor']): ChargeValues => ({ ...emptyCharge, amountMinor })
const noText = () => undefined

function amountIn(charge: ChargeValues, from: string, to: string, text?: string) {
  return Object.fromEntries(amountsIn(charge, { from, to, textOf: () => text }))['charge.amountMinor']
}

describe('another currency keeps the numbers', () => {
  test.each([
    ['two decimals for two', 12_345, 'USD', 'EUR', 12_345],
    ['decimals that are zero for none', 500, 'USD', 'JPY', 5],
    ['none for two', 5, 'JPY', 'USD', 500],
    ['two for three', 550, 'EUR', 'KWD', 5500],
    ['three for two', 5500, 'KWD', 'EUR', 550],
    ['nothing', null, 'USD', 'JPY', null],
  ] as const)('%s', (_, amount, from, to, expected) => {
    expect(amountIn(single(amount), from, to)).toBe(expected)
  })

  test('decimals that the other currency lacks are an error, and going back reads them again', () => {
    expect(amountIn(single(550), 'USD', 'JPY', '5.50')).toBe('too-many-decimals')
    expect(amountIn(single('too-many-decimals'), 'JPY', 'USD', '5.50')).toBe(550)
    expect(amountIn(single('too-many-decimals'), 'JPY', 'KRW', '5.50')).toBe('too-many-decimals')
  })

  test('an amount above the limit of the other currency is too large', () => {
    expect(amountIn(single(99_999_999_999), 'JPY', 'USD')).toBe('too-large')
    expect(amountIn(single('too-large'), 'USD', 'VND', '5000000000')).toBe(5_000_000_000)
  })

  test('what is no amount stays what it is where no field shows it', () => {
    expect(amountIn(single('not-a-number'), 'USD', 'EUR')).toBe('not-a-number')
  })
})

test('rates, fees and a fixed discount change with it, by their fields', () => {
  const charge: ChargeValues = {
    ...emptyCharge,
    kind: 'lines',
    amountMinor: 150,
    lines: [
      { description: 'Work', quantity: '1', rateMinor: 1000 },
      { description: 'More', quantity: '2', rateMinor: 1050 },
    ],
    discount: { kind: 'fixed', percentage: '', amountMinor: 200, description: '' },
    fees: [{ description: 'Courier', amountMinor: 300 }],
  }
  expect(Object.fromEntries(amountsIn(charge, { from: 'USD', to: 'JPY', textOf: noText }))).toEqual({
    // The single amount is not shown beside lines, so nobody could correct it.
    'charge.amountMinor': null,
    'charge.lines.0.rateMinor': 10,
    'charge.lines.1.rateMinor': 'too-many-decimals',
    'charge.discount.amountMinor': 2,
    'charge.fees.0.amountMinor': 3,
  })
})
