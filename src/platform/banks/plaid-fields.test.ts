import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { minorOf, minorSchema, cleanText } from './plaid-fields.ts'

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
    expect(minorOf(amount)).toBe(minor)
  })

  test('is what was written, to the cent', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e14, max: 1e14 }), (minor) => {
        expect(minorOf(JSON.parse(`${minor < 0 ? '-' : ''}${decimal(minor, 2)}`))).toBe(minor)
      }),
    )
  })

  test('goes away from 0 with half a cent', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e13 }), (thousandths) => {
        const amount = Number(decimal(thousandths, 3))
        const minor = Math.floor((thousandths + 5) / 10)
        expect(minorOf(amount)).toBe(minor)
        expect(minorOf(-amount)).toBe(minor === 0 ? 0 : -minor)
      }),
    )
  })

  test('is refused where a float tells no cents', () => {
    for (const amount of [1e21, -2e13, Number.NaN, Infinity]) {
      expect(() => minorOf(amount)).toThrow(RangeError)
      expect(minorSchema.safeParse(amount).success).toBe(false)
    }
  })
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
