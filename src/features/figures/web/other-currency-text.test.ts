import { expect, test } from 'vitest'
import { besideLines, includedLines, otherCurrencyNotes } from './other-currency-text.ts'

const euro = {
  currency: 'EUR',
  minor: 120_000,
  count: 2,
  homeMinor: 130_116,
  rate: '1.0843',
  ratedOn: '2026-11-17',
  source: 'European Central Bank',
}
const franc = { ...euro, currency: 'CHF', minor: 5000, rate: '1.12', source: 'own' }
const yen = {
  ...euro,
  currency: 'JPY',
  minor: 50_000,
  homeMinor: null,
  rate: null,
  ratedOn: null,
  source: null,
}

test('each other currency in a sum has a line with its rate, or that there is none', () => {
  expect(includedLines([franc, euro, yen])).toEqual([
    'Includes CHF\u00a050.00 (at 1.12, Nov 17, 2026, your rate)',
    'Includes €1,200.00 (at 1.0843, Nov 17, 2026, European Central Bank)',
  ])
  expect(besideLines([franc, euro, yen])).toEqual(['plus ¥50,000, not converted: no exchange rate'])
})

test('a card says it in a few words', () => {
  expect(otherCurrencyNotes([])).toEqual([])
  expect(otherCurrencyNotes([euro, yen])).toEqual([
    'Includes €1,200.00 at 1.0843',
    'plus ¥50,000, not converted',
  ])
  expect(otherCurrencyNotes([franc, euro])).toEqual(['Includes CHF and EUR at the latest rates'])
  expect(otherCurrencyNotes([{ ...yen, currency: 'KRW' }, yen])).toEqual([
    'plus ₩50,000 and ¥50,000, not converted',
  ])
})

test('an amount that lowers the sum is subtracted in words', () => {
  const won = { ...yen, currency: 'KRW', minor: -50_000 }
  expect(besideLines([won])).toEqual(['minus ₩50,000, not converted: no exchange rate'])
  expect(otherCurrencyNotes([won, yen])).toEqual(['plus ¥50,000, minus ₩50,000, not converted'])
})

test('an amount of 0 is not told', () => {
  expect(includedLines([{ ...euro, minor: 0, homeMinor: 0 }])).toEqual([])
  expect(besideLines([{ ...yen, minor: 0 }])).toEqual([])
  expect(otherCurrencyNotes([{ ...yen, minor: 0 }])).toEqual([])
})
