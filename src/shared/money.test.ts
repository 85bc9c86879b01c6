import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatAmount, formatMoney, maxMinor, parseMoney } from './money.ts'

describe('parseMoney', () => {
  test.each([
    ['12', 1200],
    ['$12', 1200],
    [' 12 ', 1200],
    ['1,234.50', 123_450],
    ['$1,234.5', 123_450],
    ['1234.50', 123_450],
    ['.5', 50],
    ['12.', 1200],
    ['0', 0],
    ['007', 700],
    ['-5', -500],
    ['-$5.00', -500],
    ['$-5.00', -500],
    ['\u22125', -500],
    ['-0', 0],
    ['0.29', 29],
    ['999,999,999.99', maxMinor],
  ])('reads %j as %i cents', (text, minor) => {
    expect(parseMoney(text)).toEqual({ ok: true, minor })
  })

  test.each([
    ['', 'empty'],
    ['   ', 'empty'],
    ['abc', 'not-a-number'],
    ['$', 'not-a-number'],
    ['.', 'not-a-number'],
    ['1,5', 'not-a-number'],
    ['1.234,50', 'not-a-number'],
    ['12,34', 'not-a-number'],
    ['--5', 'not-a-number'],
    ['1e3', 'not-a-number'],
    ['12 34', 'not-a-number'],
    ['1.005', 'too-many-decimals'],
    ['1000000000', 'too-large'],
    ['99999999999999999999', 'too-large'],
  ])('refuses %j as %s', (text, reason) => {
    expect(parseMoney(text)).toEqual({ ok: false, reason })
  })

  test('never gives negative zero', () => {
    const parsed = parseMoney('-0.00')
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
    [maxMinor, '$999,999,999.99'],
  ])('writes %i cents as %s', (minor, text) => {
    expect(formatMoney(minor)).toBe(text)
  })

  test.each([0.5, Number.NaN, Number.POSITIVE_INFINITY])('refuses %d', (minor) => {
    expect(() => formatMoney(minor)).toThrow(RangeError)
  })

  test('agrees with the en-US currency format', () => {
    const intl = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
    fc.assert(
      fc.property(fc.integer({ min: -maxMinor, max: maxMinor }), (minor) => {
        expect(formatMoney(minor)).toBe(intl.format(minor / 100 || 0))
      }),
    )
  })
})

describe('parseMoney and formatMoney', () => {
  const anyMinor = fc.integer({ min: -maxMinor, max: maxMinor })

  test('what is written can be read back, with or without the sign and the commas', () => {
    fc.assert(
      fc.property(anyMinor, (minor) => {
        const expected = { ok: true, minor }
        expect(parseMoney(formatMoney(minor))).toEqual(expected)
        expect(parseMoney(formatAmount(minor))).toEqual(expected)
        expect(parseMoney(formatMoney(minor).replaceAll(',', ''))).toEqual(expected)
      }),
    )
  })

  test('any text gives whole cents within the limit, or none at all', () => {
    const digitsAndSigns = fc.string({ unit: fc.constantFrom(...Array.from('0123456789.,$- ')) })
    fc.assert(
      fc.property(fc.oneof(fc.string(), digitsAndSigns), (text) => {
        const parsed = parseMoney(text)
        const minor = parsed.ok ? parsed.minor : 0
        expect(Number.isSafeInteger(minor)).toBe(true)
        expect(Math.abs(minor)).toBeLessThanOrEqual(maxMinor)
      }),
    )
  })
})
