import { expect, test } from 'vitest'
import { exportedTables } from '../exported-tables.ts'
import { restoredTables, tablesNotRestored } from './restored-tables.ts'

/** Restored before the tables. */
const first = ['businesses', 'files']

test('every table of an archive is restored, or stays behind with a reason', () => {
  const named = [...first, ...restoredTables.map(({ name }) => name), ...Object.keys(tablesNotRestored)]
  expect(new Set(named).size).toBe(named.length)
  expect(exportedTables.map(({ name }) => name).filter((name) => !named.includes(name))).toEqual([])
})

test('a column that a table needs, and has no default, is in the archive', () => {
  for (const { name } of restoredTables) {
    const exported = exportedTables.find((one) => one.name === name)
    const isNeeded = Object.keys(exported?.leftOut ?? {})
    expect([name, ...isNeeded.filter((column) => !made.has(`${name}.${column}`))]).toEqual([name])
  }
})

/** Columns that are not in the archive: the database fills them in, or they are empty until something needs them. */
const made = new Set([
  'report_settings.summary_key',
  'expenses.search_text',
  'bank_connections.cursor',
  'bank_connections.page_cursor',
  'transactions.search_text',
  'receipts.search',
  'receipts.look',
  'receipts.claimed_until',
  'receipts.claim',
  'receipts.tries',
  'mails.claimed_until',
])
