import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { amountSchema, cleanText, currencyOf, minorOf } from './plaid-fields.ts'

describe('an amount in cents', () => {
  test.each([
    [0, 0],
    [-0, 0],
    [12.34, 1234],
    [-12.34, -1234],
    [0.1 + 0.2, 30],
    [1.005, 101],
    [-1.005, -101],
    [2.675, 268],
    [0.29 * 100, 2900],
    [4.35, 435],
    [0.004999, 0],
    [-0.004, 0],
    [1e-7, 0],
    [99_999_999.99, 9_999_999_999],
  ])('%d is %d', (amount, minor) => {
    expect(minorOf(amount, 'USD')).toBe(minor)
    expect(minorOf(amount, null)).toBe(minor)
  })

  test('is what was written, to the cent', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e14, max: 1e14 }), (minor) => {
        expect(minorOf(JSON.parse(`${minor < 0 ? '-' : ''}${decimal(minor, 2)}`), 'EUR')).toBe(minor)
      }),
    )
  })

  test('goes away from 0 with half a cent', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e13 }), (thousandths) => {
        const amount = Number(decimal(thousandths, 3))
        const minor = Math.floor((thousandths + 5) / 10)
        expect(minorOf(amount, 'USD')).toBe(minor)
        expect(minorOf(-amount, 'USD')).toBe(minor === 0 ? 0 : -minor)
      }),
    )
  })

  test('is refused where a float tells no cents', () => {
    for (const amount of [1e21, -2e13, Number.NaN, Infinity]) {
      expect(() => minorOf(amount, 'USD')).toThrow(RangeError)
      expect(amountSchema.safeParse(amount).success).toBe(false)
    }
  })
})

test.each([
  [500, 'JPY', 500],
  [499.5, 'JPY', 500],
  [-1234, 'KRW', -1234],
  [1.234, 'KWD', 1234],
  [12, 'KWD', 12_000],
  [-0.0005, 'BHD', -1],
  [0.0004, 'BHD', 0],
])('%d in %s is %d of its minor units', (amount, currency, minor) => {
  expect(minorOf(amount, currency)).toBe(minor)
})

test('an amount with three decimals is what was written, to the last one', () => {
  fc.assert(
    fc.property(fc.integer({ min: -8e15, max: 8e15 }), (minor) => {
      expect(minorOf(JSON.parse(`${minor < 0 ? '-' : ''}${decimal(minor, 3)}`), 'KWD')).toBe(minor)
    }),
  )
})

test('a currency is one by ISO 4217, whichever field names it', () => {
  const read = (iso?: string | null, unofficial?: string | null) =>
    currencyOf({ iso_currency_code: iso, unofficial_currency_code: unofficial })
  expect([read('EUR', null), read(null, 'KWD'), read('JPY')]).toEqual(['EUR', 'KWD', 'JPY'])
  expect([read(), read(null, null), read(null, 'BTC'), read('eur'), read('')]).toEqual(Array(5).fill(null))
})

test('text is one storable line', () => {
  expect(cleanText(' A\u0000B\r\n\tC\u0085D ')).toBe('A B C D')
  expect(cleanText('half \ud83d')).toBe('half \ufffd')
  expect(cleanText('🚀🚀', 3)).toBe('🚀\ufffd')
  expect(cleanText(null)).toBe('')
})

/** 1234 → "12.34", without the sign. */
function decimal(whole: number, decimals: number): string {
  const digits = String(Math.abs(whole)).padStart(decimals + 1, '0')
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}
