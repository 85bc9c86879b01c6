import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defaultUnit, mileageMinor, mileageProblems } from './mileage-rules.ts'

const mileage = { distance: 12_500, unit: 'mi', rate: 65_500 } as const
const thousandths = fc.integer({ min: 1, max: 999_999_999 })

test.each([
  // 12.5 miles at 65.5 cents.
  [12_500, 65_500, 819],
  [1000, 65_499, 65],
  [1000, 65_500, 66],
  // 1 km at 0.30.
  [1000, 30_000, 30],
  [1, 1, 0],
  [999_999_999, 999_999_999, 999_999_998_000],
])('%i thousandths at %i thousandths of a minor unit come to %i', (distance, rate, minor) => {
  expect(mileageMinor({ distance, rate })).toBe(minor)
})

test('any distance at any rate is the exact product, rounded half up, once', () => {
  fc.assert(
    fc.property(thousandths, thousandths, (distance, rate) => {
      const exact = BigInt(distance) * BigInt(rate)
      const twice = 2n * (BigInt(mileageMinor({ distance, rate })) * 1_000_000n - exact)
      expect(twice > -1_000_000n && twice <= 1_000_000n).toBe(true)
    }),
  )
})

test('an amount that the mileage does not come to is refused with the right one, in its currency', () => {
  expect(mileageProblems({ amountMinor: 819, currency: 'USD' }, mileage)).toEqual({})
  expect(mileageProblems({ amountMinor: 820, currency: 'USD' }, null)).toEqual({})
  expect(mileageProblems({ amountMinor: 818, currency: 'USD' }, mileage)).toEqual({
    amountMinor: 'This distance comes to 8.19 at its rate. Enter that amount, or leave out the mileage.',
  })
  expect(mileageProblems({ amountMinor: 818, currency: 'JPY' }, mileage)['amountMinor']).toContain(
    'to 819 at',
  )
})

test.each([
  ['US', 'de-DE', 'mi'],
  ['GB', 'en-GB', 'mi'],
  ['LR', 'en-US', 'mi'],
  ['MM', 'en-US', 'mi'],
  ['DE', 'en-US', 'km'],
  ['', 'en-US', 'mi'],
  ['', 'en-GB', 'mi'],
  ['', 'fr-CA', 'km'],
])('a business in %j with the number format %s counts in %s', (country, locale, unit) => {
  expect(defaultUnit({ country, locale })).toBe(unit)
})
