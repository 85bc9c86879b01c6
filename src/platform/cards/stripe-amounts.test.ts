import { assert, constantFrom, integer, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { currencies, maxMinor } from '../../shared/currencies.ts'
import {
  fromStripeAmount,
  stripeChargeProblem,
  stripeLimits,
  stripeStep,
  toStripeAmount,
} from './stripe-amounts.ts'

const problemOf = (currency: string, minor: number) => stripeChargeProblem({ minor, currency })
const taken = currencies.filter((currency) => problemOf(currency, 1_000_000) === null)

test('every amount in every currency that Stripe takes comes back as it went out', () => {
  expect(taken.length).toBeGreaterThan(125)
  assert(
    property(
      constantFrom(...taken),
      integer({ min: 0, max: Math.floor(maxMinor / 100) }),
      (currency, steps) => {
        const minor = steps * stripeStep(currency)
        const amount = toStripeAmount(minor, currency)
        return Number.isSafeInteger(amount) && fromStripeAmount(amount, currency) === minor
      },
    ),
    { numRuns: 5000 },
  )
})

test.each([
  ['USD', 1250, 1250],
  ['EUR', 1, 1],
  ['JPY', 500, 500],
  ['KWD', 5120, 5120],
  // ISK and UGX have no decimals, but Stripe counts two.
  ['ISK', 5, 500],
  ['UGX', 5, 500],
  // MGA has two decimals, but Stripe counts none.
  ['MGA', 500, 5],
  ['HUF', 12_345, 12_345],
  ['TWD', 12_345, 12_345],
])('Stripe charges %s %i as %i', (currency, minor, amount) => {
  expect(toStripeAmount(minor, currency)).toBe(amount)
  expect(fromStripeAmount(amount, currency)).toBe(minor)
})

test('an amount that Stripe can’t express is refused, never rounded', () => {
  expect(() => toStripeAmount(5121, 'KWD')).toThrow(RangeError)
  expect(() => toStripeAmount(550, 'MGA')).toThrow(RangeError)
  expect(() => toStripeAmount(0.5, 'USD')).toThrow(RangeError)
  expect(() => toStripeAmount(1000, 'GHS')).toThrow(RangeError)
  expect(fromStripeAmount(550, 'ISK')).toBeNull()
  expect(fromStripeAmount(550, 'XXX')).toBeNull()
  expect(problemOf('KWD', 5121)).toBe('decimals')
  expect(problemOf('MGA', 550)).toBe('decimals')
})

describe('what can be charged', () => {
  test.each([
    ['USD', 50],
    ['EUR', 50],
    ['GBP', 30],
    ['JPY', 50],
    ['CZK', 1500],
    ['HUF', 17_500],
  ])('%s from %i minor units on', (currency, minMinor) => {
    expect(problemOf(currency, minMinor)).toBeNull()
    expect(problemOf(currency, minMinor - 1)).toBe('too-small')
  })

  test('from one minor unit on where Stripe names no minimum', () => {
    expect(problemOf('ISK', 1)).toBeNull()
    expect(problemOf('KWD', 10)).toBeNull()
  })

  test('up to the largest amount of the currency', () => {
    expect(problemOf('USD', 99_999_999)).toBeNull()
    expect(problemOf('USD', 100_000_000)).toBe('too-large')
    expect(problemOf('IDR', 999_999_999_999)).toBeNull()
    expect(problemOf('ISK', 99_999_999)).toBeNull()
    for (const currency of taken) {
      const { minMinor, maxMinor: max } = stripeLimits(currency)
      expect(toStripeAmount(max - (max % stripeStep(currency)), currency)).toBeGreaterThan(minMinor)
    }
  })

  test('only in currencies that Stripe takes', () => {
    for (const currency of ['BGN', 'GHS', 'IQD', 'IRR', 'LYD']) {
      expect([currency, problemOf(currency, 1_000_000)]).toEqual([currency, 'currency'])
    }
  })
})
