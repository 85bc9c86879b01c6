import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDecimals, compareDecimals, negateDecimal, normalDecimal, sumDecimals } from './decimal-rules.ts'

test('a decimal keeps its digits, at least two where it has any', () => {
  const given = ['+007.5', '-0.00', '12', '-12', '.5', '3.', '1.234', '-0', '0']
  expect(given.map(normalDecimal)).toEqual(['7.50', '0.00', '12', '-12', '0.50', '3', '1.234', '0', '0'])
})

test('what is no decimal is an error of the caller', () => {
  for (const text of ['', '-', '.', '1,5', '1e3', '1.2.3', ' 1'])
    expect(() => normalDecimal(text)).toThrow('Not a decimal')
})

test('sums are exact', () => {
  expect(addDecimals('0.1', '0.2')).toBe('0.30')
  expect(addDecimals('-1.005', '1')).toBe('-0.005')
  expect(sumDecimals(['9007199254740993.01', '0.99', '-1'])).toBe('9007199254740993.00')
  expect(sumDecimals([])).toBe('0')
  expect(negateDecimal('-3.5')).toBe('3.50')
})

test('equal numbers are equal whatever their digits', () => {
  expect(compareDecimals('1.5', '1.500')).toBe(0)
  expect(compareDecimals('-1.5', '-1.49')).toBe(-1)
  expect(compareDecimals('10', '9.99')).toBe(1)
})

test('cents add up like integers', () => {
  const cents = fc.integer({ min: -10_000_000, max: 10_000_000 })
  const decimal = (value: number) =>
    `${value < 0 ? '-' : ''}${Math.trunc(Math.abs(value) / 100)}.${String(Math.abs(value) % 100).padStart(2, '0')}`
  fc.assert(
    fc.property(cents, cents, (a, b) => {
      expect(addDecimals(decimal(a), decimal(b))).toBe(decimal(a + b))
      expect(compareDecimals(decimal(a), decimal(b))).toBe(Math.sign(a - b))
    }),
  )
})
