import { expect, test } from 'vitest'
import { isCurrency } from '../../../shared/currencies.ts'
import { firstCurrency, suggestedCurrency } from './suggested-currency.ts'

test.each([
  [['en-US', 'en'], 'USD'],
  [['de-DE', 'en-US'], 'EUR'],
  [['de-CH'], 'CHF'],
  [['en-GB'], 'GBP'],
  [['zh-Hans-CN'], 'CNY'],
  [['fil-PH'], 'PHP'],
  [['ja-JP-u-ca-japanese'], 'JPY'],
  // A language alone does not say where somebody lives.
  [['de', 'en-US'], null],
  [['en'], null],
  [['es-419'], null],
  [['en-AQ'], null],
  [[], null],
])('a browser in %j suggests %s', (languages, currency) => {
  expect(suggestedCurrency(languages)).toBe(currency)
  expect(currency === null || isCurrency(currency)).toBe(true)
})

test('a choice begins with the saved currency, or with the browser’s where it is still the default', () => {
  expect(firstCurrency('USD', ['de-DE'])).toBe('EUR')
  expect(firstCurrency('USD', ['de'])).toBe('USD')
  expect(firstCurrency('GBP', ['de-DE'])).toBe('GBP')
})
