import { assert, constantFrom, integer, property } from 'fast-check'
import { expect, test } from 'vitest'
import { currencies } from '../../shared/currencies.ts'
import { moneyOf, moneySchema, paypalChargeProblem, paypalStep, valueOf } from './paypal-money.ts'

const problemOf = (currency: string, minor: number) => paypalChargeProblem({ minor, currency })
const taken = currencies.filter((currency) => problemOf(currency, 10_000) === null)

test('cents are written with two decimals, whatever floats make of them', () => {
  const written = [1, 9, 10, 99, 100, 101, 1234, 110_029, 99_999_999_999].map((minor) =>
    valueOf(minor, 'USD'),
  )
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

test('where PayPal has no decimals, none are written', () => {
  expect(valueOf(500, 'JPY')).toBe('500')
  expect(valueOf(125_000, 'HUF')).toBe('1250')
  expect(valueOf(30_000, 'TWD')).toBe('300')
})

test('every amount in every currency that PayPal takes comes back as it went out', () => {
  expect(taken).toHaveLength(24)
  assert(
    property(constantFrom(...taken), integer({ min: 0, max: 999_999_999 }), (currency, steps) => {
      const money = { minor: steps * paypalStep(currency), currency }
      const read = moneySchema.parse(moneyOf(money))
      return read.minor === money.minor && read.currency === currency
    }),
    { numRuns: 2000 },
  )
})

test('what PayPal can’t take is not written', () => {
  for (const minor of [0.1 + 0.2, -1, Number.NaN, 2 ** 60]) {
    expect(() => valueOf(minor, 'USD')).toThrow(RangeError)
  }
  expect(() => valueOf(125_050, 'HUF')).toThrow(RangeError)
  expect(() => valueOf(100, 'GHS')).toThrow(RangeError)
})

test('an amount is read to the minor unit or not at all', () => {
  const read = (value: unknown, currency_code = 'USD') =>
    moneySchema.safeParse({ value, currency_code }).data?.minor
  expect(read('12.3')).toBe(1230)
  expect(read('12')).toBe(1200)
  expect(read('0.07')).toBe(7)
  expect(read('500', 'JPY')).toBe(500)
  expect(read('500.00', 'JPY')).toBe(500)
  expect(read('1250', 'HUF')).toBe(125_000)
  for (const value of ['12.345', '1e3', '-1.00', '+1.00', ' 1.00', '1,000.00', '', '.50', 12, null, '0x10']) {
    expect([value, read(value)]).toEqual([value, undefined])
  }
  expect(read('500.50', 'JPY')).toBeUndefined()
  expect(read('12.34', 'GHS')).toBeUndefined()
})

test('PayPal takes some currencies, and some of them without decimals', () => {
  expect(problemOf('USD', 1)).toBeNull()
  expect(problemOf('USD', 100_000_000)).toBe('too-large')
  expect(problemOf('EUR', 0)).toBe('too-small')
  expect(problemOf('JPY', 501)).toBeNull()
  expect(problemOf('HUF', 125_000)).toBeNull()
  expect(problemOf('HUF', 125_050)).toBe('decimals')
  expect(problemOf('TWD', 30_010)).toBe('decimals')
  for (const currency of ['INR', 'KRW', 'KWD', 'ISK', 'ZAR']) {
    expect([currency, problemOf(currency, 10_000)]).toEqual([currency, 'currency'])
  }
})
