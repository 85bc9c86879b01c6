import { expect, test, vi } from 'vitest'
import {
  currencyOption,
  currencyOptions,
  numberFormatOption,
  numberFormatOptions,
} from './currency-options.ts'

const plain = (text: string) => text.replaceAll(/\s/g, ' ')

test('a currency is found by its code and its name', () => {
  expect(currencyOption('EUR')).toEqual({ value: 'EUR', label: 'EUR · Euro' })
  expect(currencyOptions.length).toBeGreaterThan(140)
})

test('a currency has a name where the browser knows none', () => {
  vi.spyOn(Intl.DisplayNames.prototype, 'of').mockImplementation((code) => code)
  expect(currencyOption('SLE').label).toBe('SLE · Sierra Leonean Leone')
  expect(currencyOption('XCG').label).toBe('XCG · Caribbean Guilder')
  vi.restoreAllMocks()
})

test.each([
  ['de-DE', 'EUR', 'Germany · 1.234,56 €'],
  ['en-US', 'USD', 'United States · $1,234.56'],
  ['en-US', 'JPY', 'United States · ¥1,235'],
  ['fr-FR', 'KWD', 'France · 1 234,560 KWD'],
] as const)('the number format %s in %s has a sample', (locale, currency, label) => {
  expect(plain(numberFormatOption(locale, currency).label)).toBe(label)
})

test('number formats come by the name of their country, each once', () => {
  const options = numberFormatOptions('EUR')
  expect(options[0]?.label).toMatch(/^Australia/)
  expect(new Set(options.map(({ label }) => plain(label))).size).toBe(options.length)
})
