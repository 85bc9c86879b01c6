import { assert, integer, property } from 'fast-check'
import { expect, test } from 'vitest'
import { moneyOf, moneySchema, valueOf } from './paypal-money.ts'

test('cents are written with two decimals, whatever floats make of them', () => {
  const written = [1, 9, 10, 99, 100, 101, 1234, 110_029, 99_999_999_999].map(valueOf)
  expect(written).toEqual([
    '0.01',
    '0.09',
    '0.10',
    '0.99',
    '1.00',
    '1.01',
    '12.34',
    '1100.29',
    '999999999.99',
  ])
})

test('every amount comes back as it went out', () => {
  assert(
    property(
      integer({ min: 0, max: 99_999_999_999 }),
      (minor) => moneySchema.parse(moneyOf(minor)) === minor,
    ),
    { numRuns: 2000 },
  )
})

test('what is no whole number of cents is not written', () => {
  for (const minor of [0.1 + 0.2, -1, Number.NaN, 2 ** 60]) expect(() => valueOf(minor)).toThrow(RangeError)
})

test('an amount is read to the cent or not at all', () => {
  const read = (value: unknown, currency_code = 'USD') => moneySchema.safeParse({ value, currency_code }).data
  expect(read('12.3')).toBe(1230)
  expect(read('12')).toBe(1200)
  expect(read('0.07')).toBe(7)
  for (const value of ['12.345', '1e3', '-1.00', '+1.00', ' 1.00', '1,000.00', '', '.50', 12, null, '0x10']) {
    expect([value, read(value)]).toEqual([value, undefined])
  }
  expect(read('12.34', 'EUR')).toBeUndefined()
})
