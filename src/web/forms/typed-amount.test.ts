import { expect, test } from 'vitest'
import { type TypedAmount, typedAmountIn } from './typed-amount.ts'

const change = (from: string, typed: TypedAmount, to: string, text: string) =>
  typedAmountIn(typed, { from, to, text })

test('with another currency the number stays, and is refused if it does not fit there', () => {
  expect(change('USD', 1250, 'EUR', '12.50')).toBe(1250)
  expect(change('USD', 1200, 'JPY', '12.00')).toBe(12)
  expect(change('JPY', 12, 'KWD', '12')).toBe(12_000)
  expect(change('USD', 1250, 'JPY', '12.50')).toBe('too-many-decimals')
  expect(change('JPY', 99_999_999_999, 'USD', '99,999,999,999')).toBe('too-large')
  // Back again, the text is read anew.
  expect(change('JPY', 'too-many-decimals', 'USD', '12.50')).toBe(1250)
  expect(change('USD', 'not-a-number', 'EUR', '€12')).toBe(1200)
  expect(change('USD', null, 'EUR', '')).toBeNull()
  expect(change('USD', 'ambiguous 1.234', 'JPY', '1.234')).toBe(1234)
})
