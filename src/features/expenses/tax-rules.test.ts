import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { includedTaxes, knownTaxes, taxProblems, reclaimsTax } from './tax-rules.ts'

const amount = fc.integer({ min: 0, max: 99_999_999_999 })
const rate = fc.integer({ min: 0, max: 100_000 })

describe('the tax that an amount contains', () => {
  test.each([
    [11_900, 19_000, 1900],
    [10_000, 20_000, 1667],
    [10_770, 7700, 770],
    [107, 7000, 7],
    // Exactly 50.5 minor units.
    [101, 100_000, 51],
    [0, 19_000, 0],
    [100, 0, 0],
  ])('of %i at %i is %i', (amountMinor, of, minor) => {
    expect(includedTaxes(amountMinor, [of])).toEqual([minor])
  })

  test('is amount × rate ÷ (100 % + rate), rounded half up', () => {
    fc.assert(
      fc.property(amount, rate, (amountMinor, of) => {
        const [minor = 0] = includedTaxes(amountMinor, [of])
        const [top, bottom] = [BigInt(amountMinor) * BigInt(of), 100_000n + BigInt(of)]
        expect(BigInt(minor)).toBe((2n * top + bottom) / (2n * bottom))
      }),
    )
  })

  test('counts several taxes on the same amount without tax, as an invoice does', () => {
    // 100.00 with 5 % and 9.975 %.
    expect(includedTaxes(11_498, [5000, 9975])).toEqual([500, 998])
    expect(includedTaxes(11_498, [5000, null])).toEqual(includedTaxes(11_498, [5000, 0]))
  })

  test('of five taxes is at most five sixths of the amount, give or take their rounding', () => {
    fc.assert(
      fc.property(amount, fc.array(rate, { maxLength: 5 }), (amountMinor, rates) => {
        const sum = includedTaxes(amountMinor, rates).reduce((total, minor) => total + minor, 0)
        expect(sum).toBeLessThanOrEqual((amountMinor * 5) / 6 + 2.5)
      }),
    )
  })
})

test('taxes may come to the amount and not to more', () => {
  const taxes = [60, 40].map((amountMinor) => ({ name: 'VAT', rate: null, amountMinor }))
  expect(taxProblems(100, taxes)).toEqual({})
  expect(taxProblems(0, [])).toEqual({})
  expect(taxProblems(99, taxes)).toEqual({
    taxes: 'Taxes are part of the amount, so they can’t come to more than it.',
  })
})

describe('a tax of which only the amount is known', () => {
  const vat = { name: 'VAT', rate: 19_000 }
  const reduced = { name: 'Reduced', rate: 7000 }

  test.each([
    ['has the rate that comes to it', 11_900, 1900, [reduced, vat], [{ ...vat, amountMinor: 1900 }]],
    [
      'has none if no rate does',
      11_900,
      1901,
      [reduced, vat],
      [{ name: 'Tax', rate: null, amountMinor: 1901 }],
    ],
    ['nor if several do', 8, 1, [vat, reduced], [{ name: 'Tax', rate: null, amountMinor: 1 }]],
    [
      'has a plain name if two rates are the same',
      11_900,
      1900,
      [vat, { ...vat, name: 'MwSt' }],
      [{ name: 'Tax', rate: 19_000, amountMinor: 1900 }],
    ],
    ['is none without an amount', 11_900, null, [vat], []],
    ['is none of 0', 11_900, 0, [{ name: 'Zero', rate: 0 }], []],
    ['is none if it is more than the whole', 100, 101, [vat], []],
  ])('%s', (_what, amountMinor, taxMinor, rates, expected) => {
    expect(knownTaxes(amountMinor, taxMinor, rates)).toEqual(expected)
  })
})

test.each([
  ['US', 'en-US', false],
  ['US', 'de-DE', false],
  ['DE', 'en-US', true],
  ['', 'en-US', false],
  ['', 'en-GB', true],
])('a business in "%s" with %s reclaims tax: %s', (country, locale, expected) => {
  expect(reclaimsTax({ country, locale })).toBe(expected)
})
