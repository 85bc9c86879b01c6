import { expect, test } from 'vitest'
import { countsText, errorsText } from './data-import-text.ts'

const none = { good: 0, error: 0, existing: 0, leftOut: 0 }
const counts = (own: Partial<typeof none>, withoutEmail = 0) => {
  const states = { ...none, ...own }
  return { ...states, rows: states, withoutEmail }
}

test('counts are of the rows of the file, and say how many invoices they are', () => {
  const shown = { ...counts({ good: 2, error: 1 }), rows: { ...none, good: 4, error: 1, leftOut: 1 } }
  expect(countsText(shown, 'invoices')).toBe('6 rows: 4 good (2 invoices), 1 with errors, 1 left out')
  expect(countsText(counts({ good: 1 }), 'clients')).toBe('1 row: 1 good')
})

test('that no row has an email address is said once', () => {
  expect(errorsText(counts({ error: 3 }, 3), 'clients')).toMatch(
    /^No client in this file has an email address/,
  )
  expect(errorsText(counts({ error: 3, leftOut: 1 }, 3), 'invoices')).toMatch(/^No invoice in this file has/)
  const general = /^Rows with errors aren’t imported\./
  expect(errorsText(counts({ error: 3 }, 2), 'clients')).toMatch(general)
  expect(errorsText(counts({ good: 1, error: 3 }, 3), 'clients')).toMatch(general)
  expect(errorsText(counts({ existing: 1, error: 3 }, 3), 'clients')).toMatch(general)
})
