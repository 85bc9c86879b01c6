import { expect, test } from 'vitest'
import { invoicesText, listNames } from './rules.ts'

test('names are listed in a sentence, and of many only the first', () => {
  expect(listNames([])).toBe('')
  expect(listNames(['A'])).toBe('A')
  expect(listNames(['A', 'B'])).toBe('A and B')
  expect(listNames(['A', 'B', 'C', 'D', 'E'])).toBe('A, B, C, D and E')
  expect(listNames(['A', 'B', 'C', 'D', 'E', 'F', 'G'])).toBe('A, B, C, D and 3 more')
})

test('an invoice is called by its number, several are invoices', () => {
  expect(invoicesText(['A'])).toBe('invoice A')
  expect(invoicesText(['A', 'B'])).toBe('invoices A and B')
})
