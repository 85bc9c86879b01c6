import { expect, test } from 'vitest'
import { exactWorthText, originText, worthText } from './rate-text.ts'

test('what a currency is worth is short for published rates, and exact for own ones', () => {
  expect(worthText('EUR', '1.084301234567890', 'USD')).toBe('1 EUR = 1.0843 USD')
  const own = { currency: 'JPY', rate: '0.006123456789' }
  expect(exactWorthText(own, { currency: 'EUR', locale: 'de-DE' })).toBe('1 JPY = 0,006123456789 EUR')
})

test('each rate says whose it is and of which day', () => {
  const rate = { currency: 'EUR', rate: '1.0843', ratedOn: '2026-11-17' }
  expect(originText({ ...rate, source: 'European Central Bank' })).toBe('European Central Bank, Nov 17, 2026')
  expect(originText({ ...rate, source: 'own' })).toBe('Your rate since Nov 17, 2026')
  expect(originText({ currency: 'EUR', rate: null, ratedOn: null, source: null })).toBe(
    'Sums leave it out until there is a rate.',
  )
})
