import { expect, test } from 'vitest'
import { nextDueDays, otherCurrenciesText } from './currency-text.ts'

const dollars = { date: '2026-12-01', currency: 'USD', minor: 168_712 }
const yen = { date: '2026-12-01', currency: 'JPY', minor: 120_000 }
const euros = { date: '2026-12-05', currency: 'EUR', minor: 300 }

test('what is due on one day in several currencies is said together', () => {
  expect(nextDueDays([dollars, yen])).toEqual([
    { date: '2026-12-01', lead: 'Next:', amounts: '$1,687.12 and ¥120,000 are' },
  ])
  expect(nextDueDays([dollars])).toMatchObject([{ lead: 'Next:', amounts: '$1,687.12 is' }])
  expect(nextDueDays([])).toEqual([])
})

test('a currency in which something is due later is named with its day', () => {
  expect(nextDueDays([dollars, yen, euros])).toMatchObject([
    { date: '2026-12-01', lead: 'Next:' },
    { date: '2026-12-05', lead: 'Next in EUR:', amounts: '€3.00 is' },
  ])
})

test('a payment names its currency while others are owed', () => {
  const owed = ['USD', 'JPY', 'EUR'].map((currency) => ({ currency, openMinor: 100, overdueMinor: 0 }))
  expect(otherCurrenciesText('USD', owed)).toBe(
    'This payment is in USD. Your invoices in JPY and EUR need a payment of their own.',
  )
  expect(otherCurrenciesText('USD', owed.slice(0, 1))).toBe('')
  expect(otherCurrenciesText(null, owed)).toBe('')
})
