import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { currencies, digitsOf, maxMinorOf } from './currencies.ts'
import { locales } from './locales.ts'
import {
  addMoney,
  compactMoney,
  convertMoney,
  currencySign,
  decimalText,
  formatAmount,
  formatMoney,
  formatRate,
  parseMoney,
  rescaleMinor,
  sumByCurrency,
} from './money.ts'

const dollars = { currency: 'USD' }
const maxDollars = maxMinorOf('USD')

describe('parseMoney', () => {
  test.each([
    ['12', 1200],
    ['$12', 1200],
    [' 12 ', 1200],
    ['1,234.50', 123_450],
    ['$1,234.5', 123_450],
    ['1234.50', 123_450],
    ['1.234,56', 123_456],
    ['1 234,56', 123_456],
    ['1’234.50', 123_450],
    ['1.234.567', 123_456_700],
    ['1,234', 123_400],
    ['12,50', 1250],
    ['1,5', 150],
    ['.5', 50],
    ['12.', 1200],
    ['0', 0],
    ['007', 700],
    ['-5', -500],
    ['-$5.00', -500],
    ['$-5.00', -500],
    ['5.00 USD', 500],
    ['usd 5', 500],
    ['\u22125', -500],
    ['-0', 0],
    ['0.29', 29],
    ['999,999,999.99', maxDollars],
  ])('reads %j as %i cents', (text, minor) => {
    expect(parseMoney(text, dollars)).toEqual({ ok: true, minor })
  })

  test.each([
    ['', 'empty'],
    ['   ', 'empty'],
    ['abc', 'not-a-number'],
    ['$', 'not-a-number'],
    ['.', 'not-a-number'],
    ['€5', 'not-a-number'],
    ['1,234,56', 'not-a-number'],
    ['1.2,3.4', 'not-a-number'],
    ['--5', 'not-a-number'],
    ['1e3', 'not-a-number'],
    ['12 34', 'not-a-number'],
    ['1.234', 'ambiguous'],
    ['1.005', 'ambiguous'],
    ['0.123', 'too-many-decimals'],
    ['1234.567', 'too-many-decimals'],
    ['1000000000', 'too-large'],
    ['99999999999999999999', 'too-large'],
  ])('refuses %j as %s', (text, reason) => {
    expect(parseMoney(text, dollars)).toEqual({ ok: false, reason })
  })

  test.each([
    ['JPY', 'en-US', '1,234', 1234],
    ['JPY', 'de-DE', '1.234', 1234],
    ['JPY', 'en-US', '500.25', 'too-many-decimals'],
    ['JPY', 'en-US', '500.00', 'too-many-decimals'],
    ['JPY', 'en-US', '1.234', 1234],
    ['JPY', 'de-DE', '12,3', 'too-many-decimals'],
    ['KWD', 'en-US', '1.234', 1234],
    ['KWD', 'en-US', '1,234', 'ambiguous'],
    ['KWD', 'de-DE', '1,234', 1234],
    ['EUR', 'de-DE', '1.234,56', 123_456],
    ['EUR', 'de-DE', '1,234.56', 123_456],
    ['EUR', 'de-DE', '€1.234,56', 123_456],
    ['EUR', 'de-DE', '1.234', 'ambiguous'],
    ['EUR', 'de-DE', '1,234', 'ambiguous'],
    ['INR', 'en-IN', '12,34,567.80', 123_456_780],
    ['IDR', 'en-US', '2,000,000,000', 200_000_000_000],
    ['JPY', 'ja-JP', '￥1,234', 1234],
    ['JPY', 'ja-JP', '¥1,234', 1234],
    ['CHF', 'de-CH', 'CHF-5.00', -500],
  ])('in %s and %s, %j is %s', (currency, locale, text, expected) => {
    const parsed = parseMoney(text, { currency, locale })
    expect(parsed.ok ? parsed.minor : parsed.reason).toBe(expected)
  })

  test('never gives negative zero', () => {
    const parsed = parseMoney('-0.00', dollars)
    expect(parsed.ok && Object.is(parsed.minor, 0)).toBe(true)
  })
})

describe('formatMoney', () => {
  test.each([
    [0, '$0.00'],
    [5, '$0.05'],
    [123_450, '$1,234.50'],
    [-500, '-$5.00'],
    [100_000_000, '$1,000,000.00'],
    [maxDollars, '$999,999,999.99'],
  ])('writes %i cents as %s', (minor, text) => {
    expect(formatMoney(minor, dollars)).toBe(text)
  })

  test.each([
    ['JPY', 'en-US', 500, '¥500'],
    ['KWD', 'en-US', 1234, 'KWD\u00a01.234'],
    ['EUR', 'de-DE', 123_456, '1.234,56\u00a0€'],
    ['EUR', 'en-IE', 123_456, '€1,234.56'],
    ['INR', 'en-IN', 123_456_780, '₹12,34,567.80'],
    ['JPY', 'ja-JP', -1234, '-¥1,234'],
    ['KRW', 'ja-JP', 1234, '₩1,234'],
    ['CHF', 'de-CH', -123_456, "-CHF\u00a01'234.56"],
    ['EUR', 'nl-NL', -500, '€\u00a0-5,00'],
  ])('%s in %s: %i is %s', (currency, locale, minor, text) => {
    expect(formatMoney(minor, { currency, locale })).toBe(text)
    expect(text).toContain(currencySign({ currency, locale }))
  })

  test.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])('refuses %d', (minor) => {
    expect(() => formatMoney(minor, dollars)).toThrow(RangeError)
  })

  test('refuses an unknown currency', () => {
    expect(() => formatMoney(1, { currency: 'ABC' })).toThrow(RangeError)
  })
})

const anyFormat = fc.record({ currency: fc.constantFrom(...currencies), locale: fc.constantFrom(...locales) })
const anyAmount = anyFormat.chain((format) =>
  fc.record({
    format: fc.constant(format),
    minor: fc.oneof(
      fc.integer({ min: -maxMinorOf(format.currency), max: maxMinorOf(format.currency) }),
      fc.integer({ min: -2_000_000, max: 2_000_000 }),
    ),
  }),
)

describe('every currency in every number format', () => {
  test('what is written can be read back, with or without the sign', () => {
    fc.assert(
      fc.property(anyAmount, ({ format, minor }) => {
        expect(parseMoney(formatMoney(minor, format), format)).toEqual({ ok: true, minor })
        // No minus stands between the currency and the number without a space.
        expect(formatMoney(minor, format)).not.toMatch(/\S-\d/)
        expect(parseMoney(formatAmount(minor, format), format)).toEqual({ ok: true, minor })
        expect(parseMoney(decimalText(minor, format.currency), { currency: format.currency })).toEqual({
          ok: true,
          minor,
        })
      }),
      { numRuns: 1000 },
    )
  })

  test('any text gives whole minor units within the limit, or none at all', () => {
    const digitsAndSigns = fc.string({ unit: fc.constantFrom(...Array.from("0123456789.,$€- '")) })
    fc.assert(
      fc.property(fc.oneof(fc.string(), digitsAndSigns), anyFormat, (text, format) => {
        const parsed = parseMoney(text, format)
        const minor = parsed.ok ? parsed.minor : 0
        expect(Number.isSafeInteger(minor)).toBe(true)
        expect(Math.abs(minor)).toBeLessThanOrEqual(maxMinorOf(format.currency))
      }),
      { numRuns: 1000 },
    )
  })
})

describe('amounts of several currencies', () => {
  test('two amounts are added up in one currency only', () => {
    expect(addMoney({ minor: 1, currency: 'EUR' }, { minor: 2, currency: 'EUR' })).toEqual({
      minor: 3,
      currency: 'EUR',
    })
    expect(() => addMoney({ minor: 1, currency: 'EUR' }, { minor: 2, currency: 'USD' })).toThrow(RangeError)
  })

  test('a list is added up by currency', () => {
    const amounts = [
      { minor: 1, currency: 'USD' },
      { minor: 5, currency: 'JPY' },
      { minor: 2, currency: 'USD' },
    ]
    expect(sumByCurrency(amounts)).toEqual([
      { minor: 3, currency: 'USD' },
      { minor: 5, currency: 'JPY' },
    ])
  })

  test.each([
    [123_456, 'EUR', '1.0843', 'USD', 133_863],
    [500, 'JPY', '0.0066', 'USD', 330],
    [-100, 'USD', '0.305', 'KWD', -305],
    [1, 'USD', '0.5', 'EUR', 1],
    [-1, 'USD', '0.5', 'EUR', -1],
    [1, 'USD', '0.4999', 'EUR', 0],
    [1000, 'KWD', '500', 'JPY', 500],
  ])('%i %s at %s is %s %i', (minor, currency, rate, to, expected) => {
    expect(convertMoney({ minor, currency }, rate, to)).toEqual({ minor: expected, currency: to })
  })

  test('an amount keeps its number of units in another currency, unless decimals would be lost', () => {
    expect(rescaleMinor(123_400, 'USD', 'JPY')).toBe(1234)
    expect(rescaleMinor(123_450, 'USD', 'JPY')).toBeNull()
    expect(rescaleMinor(1234, 'JPY', 'KWD')).toBe(1_234_000)
    fc.assert(
      fc.property(
        fc.constantFrom(...currencies),
        fc.constantFrom(...currencies),
        fc.nat(),
        (from, to, units) => {
          const minor = units * 10 ** digitsOf(from)
          expect(rescaleMinor(minor, from, to)).toBe(units * 10 ** digitsOf(to))
        },
      ),
    )
  })
})

test.each([
  [0, '$0'],
  [95_000, '$950'],
  [50, '$0.50'],
  [150_000, '$1.5k'],
  [125_000, '$1.25k'],
  [2_000_000, '$20k'],
  [-300_000_000, '-$3M'],
  [250_000_000_000, '$2.5B'],
])('%d cents stand beside the axis as %s', (minor, text) => {
  expect(compactMoney(minor, { currency: 'USD' })).toBe(text)
})

test('the amounts of an axis and rates follow the number format', () => {
  expect(compactMoney(125_000_000, { currency: 'EUR', locale: 'de-DE' })).toBe('1,25M\u00a0€')
  expect(compactMoney(950_000, { currency: 'JPY' })).toBe('¥950k')
  expect(compactMoney(950_000, { currency: 'JPY', locale: 'ja-JP' })).toBe('¥950k')
  expect(compactMoney(-500_000, { currency: 'CHF', locale: 'de-CH' })).toBe('-CHF\u00a05k')
  expect([formatRate('1.0843'), formatRate('0.006512345678901'), formatRate('1.0843', 'de-DE')]).toEqual([
    '1.0843',
    '0.00651235',
    '1,0843',
  ])
})
