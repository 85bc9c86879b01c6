import { expect, test } from 'vitest'
import { isCurrency } from '../../../shared/currencies.ts'
import { otherCurrency, suggestedCurrency } from './suggested-currency.ts'

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

test('the browser’s currency is offered where it differs from the default and none was chosen yet', () => {
  expect(otherCurrency('USD', ['de-DE'])).toBe('EUR')
  expect(otherCurrency('USD', ['de'])).toBeNull()
  expect(otherCurrency('USD', ['en-US'])).toBeNull()
  expect(otherCurrency('GBP', ['de-DE'])).toBeNull()
})
