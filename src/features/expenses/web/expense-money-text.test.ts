import { expect, test } from 'vitest'
import { homeValueText, notComparedNote, sumText } from './expense-money-text.ts'

test('a selection is added up by currency', () => {
  const euros = { currency: 'EUR', amountMinor: 700 }
  const dollars = { currency: 'USD', amountMinor: 500 }
  expect(sumText([euros, dollars, { currency: 'EUR', amountMinor: 500 }])).toBe('€12.00 + $5.00')
  expect(sumText([dollars, dollars])).toBe('$10.00')
  expect(sumText([])).toBe('')
})

test('an expense in another currency says what it was worth at home, and at which rate', () => {
  const rated = { currency: 'EUR', homeMinor: 5420, rate: '1.084' }
  expect(homeValueText(rated, 'USD')).toBe('$54.20 at 1.084')
  expect(homeValueText({ ...rated, homeMinor: 542, rate: '0.0067123456789' }, 'JPY')).toBe(
    '¥542 at 0.00671235',
  )
  expect(homeValueText({ currency: 'EUR', homeMinor: null, rate: null }, 'USD')).toBe('Not converted yet')
  expect(homeValueText({ currency: 'USD', homeMinor: null, rate: null }, 'USD')).toBeNull()
})

test('the largest expense says which currencies it was not compared with', () => {
  const none = { rate: null, ratedOn: null, source: null }
  const beside = (currency: string) => ({ currency, minor: 500, count: 2, homeMinor: null, ...none })
  const total = (count: number, ...codes: string[]) => ({ minor: 0, count, other: codes.map(beside) })
  expect(notComparedNote(total(3))).toBeNull()
  expect(notComparedNote(total(3, 'SEK'))).toBe(
    'Expenses in SEK were not compared, as they have no exchange rate.',
  )
  expect(notComparedNote(total(4, 'CHF', 'SEK'))).toMatch(/^Expenses in CHF and SEK were not compared/)
  // Without any other, it is the largest of its currency.
  expect(notComparedNote(total(2, 'SEK'))).toBeNull()
})
