import { expect, test } from 'vitest'
import { markTerms, termsOf } from './search-terms.ts'

test('fillers, capitals, accents and plurals are left out of what somebody looks for', () => {
  expect(termsOf('How do I send the Invoices?')).toEqual(['send', 'invoice'])
  expect(termsOf('Café, cafe CAFÉS')).toEqual(['cafe'])
  expect(termsOf('2/10 Net 30')).toEqual(['2', '10', 'net', '30'])
  expect(termsOf('how')).toEqual(['how'])
  expect(termsOf(' – ')).toEqual([])
})

test('what was found is marked as whole words, and no letter of the text is lost', () => {
  const text = 'Your client’s invoices: 2 invoices, “paid”.'
  const parts = markTerms(text, (word) => word === 'invoice' || word === 'client')
  expect(parts.filter(({ isFound }) => isFound).map((part) => part.text)).toEqual([
    'client’s',
    'invoices',
    'invoices',
  ])
  expect(parts.map((part) => part.text).join('')).toBe(text)
})
