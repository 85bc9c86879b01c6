import { expect, test } from 'vitest'
import type { PreviewStatement } from '../contract.ts'
import {
  accountOption,
  balanceWarning,
  countsText,
  existingText,
  importLabel,
  moneyText,
  otherParty,
  periodText,
  progressText,
  resultText,
  sampleAmount,
  statementTitle,
  summaryText,
} from './bank-file-text.ts'

const statement: PreviewStatement = {
  accountName: null,
  bankName: null,
  fileName: null,
  currency: 'USD',
  shownCurrency: 'USD',
  kind: 'cash',
  count: 312,
  existing: 12,
  firstDate: '2026-01-02',
  lastDate: '2026-03-31',
  inMinor: 412_000,
  outMinor: 300_755,
  openingMinor: 100_000,
  closingMinor: 211_245,
  reconciles: true,
  suggestedAccountId: null,
  notices: [],
  rows: [],
}

test.each([
  ['2026-01-02', '2026-03-31', 'Jan 2 – Mar 31, 2026'],
  ['2025-12-30', '2026-01-02', 'Dec 30, 2025 – Jan 2, 2026'],
  ['2026-01-02', '2026-01-02', 'Jan 2, 2026'],
])('the days from %s to %s are %s', (first, last, text) => {
  expect(periodText(first, last)).toBe(text)
})

test('what is in a file is one line', () => {
  expect(summaryText(statement, 'USD')).toBe(
    '312 transactions, Jan 2 – Mar 31, 2026 · in $4,120.00 · out $3,007.55 · closing balance agrees',
  )
  expect(summaryText({ ...statement, closingMinor: null }, 'USD')).toMatch(/ · balances agree$/)
  expect(summaryText({ ...statement, reconciles: null }, 'USD')).toMatch(/ · out \$3,007\.55$/)
  const empty = {
    ...statement,
    count: 0,
    firstDate: null,
    lastDate: null,
    inMinor: 0,
    outMinor: 0,
    reconciles: null,
  }
  expect(summaryText(empty, 'USD')).toBe('0 transactions · in $0.00 · out $0.00')
})

test('amounts are shown in the currency that was chosen, as long as it has enough decimals', () => {
  expect(moneyText(412_000, 'USD', 'JPY')).toBe('¥4,120')
  expect(moneyText(300_755, 'USD', 'KWD')).toMatch(/3,007\.550/)
  expect(moneyText(300_755, 'USD', 'JPY')).toBe('$3,007.55')
})

test('balances that do not agree are said with what they should be', () => {
  expect(balanceWarning(statement, 'USD')).toBeUndefined()
  expect(balanceWarning({ ...statement, reconciles: null }, 'USD')).toBeUndefined()
  expect(balanceWarning({ ...statement, reconciles: false, closingMinor: 200_000 }, 'USD')).toBe(
    'The balances don’t agree: the file begins with $1,000.00, and its transactions lead to $2,112.45. But it ends with $2,000.00, so transactions may be missing.',
  )
  for (const broken of [{ openingMinor: null }, { closingMinor: null }, {}]) {
    expect(balanceWarning({ ...statement, reconciles: false, ...broken }, 'USD')).toMatch(
      /beside the transactions don’t match/,
    )
  }
})

test.each([
  [312, 0, undefined],
  [312, 12, '12 of them are already here.'],
  [312, 1, '1 of them is already here.'],
  [312, 312, 'All of them are already here.'],
  [1, 1, 'It is already here.'],
])('of %i transactions, %i are here: %s', (count, existing, text) => {
  expect(existingText({ count, existing })).toBe(text)
})

test.each([
  [{ bankName: 'Chase', accountName: '••1234', fileName: null }, 0, 2, 'Chase ••1234'],
  [{ bankName: null, accountName: 'Giro', fileName: 'may.csv' }, 0, 2, 'Giro · may.csv'],
  [{ bankName: null, accountName: null, fileName: 'may.csv' }, 1, 2, 'may.csv'],
  [{ bankName: null, accountName: null, fileName: null }, 1, 3, 'Account 2 of 3'],
  [{ bankName: null, accountName: null, fileName: null }, 0, 1, 'In this file'],
])('a statement is named by the file, or by its position', (names, index, count, title) => {
  expect(statementTitle(names, index, count)).toBe(title)
})

test('the other party is shown where it differs from the description', () => {
  expect(otherParty({ counterparty: 'Northwind', description: 'Invoice 12' })).toBe('Northwind')
  expect(otherParty({ counterparty: 'NORTHWIND  Ltd', description: 'Northwind Ltd' })).toBeNull()
  expect(otherParty({ counterparty: null, description: 'Invoice 12' })).toBeNull()
})

test('the button says how many are added', () => {
  expect([0, 1, 1200].map(importLabel)).toEqual([
    'Import anyway',
    'Import 1 transaction',
    'Import 1,200 transactions',
  ])
})

test('an amount of a sample is written like other amounts; anything else stays as it is', () => {
  expect(['-1234.5', '7', '0.125', '1.234,56'].map(sampleAmount)).toEqual([
    '-1,234.50',
    '7.00',
    '0.125',
    '1.234,56',
  ])
})

test('an account is named with its last digits, if they are known', () => {
  const account = { institutionName: 'Chase', type: 'checking', last4: '1234' }
  expect(accountOption(account)).toBe('Chase - Checking 1234')
  expect(accountOption({ ...account, last4: '0000' })).toBe('Chase - Checking')
})

test('progress counts, once the number of rows is known', () => {
  expect(progressText({ state: 'importing', done: 1200, total: 3000 })).toBe('Importing… 1,200 of 3,000')
  expect(progressText({ state: 'undoing', done: 0, total: 0 })).toBe('Undoing…')
})

const accounts = [{ id: 'a', label: 'Chase - Checking' }]

test.each([
  [300, 12, '300 transactions were added to Chase - Checking. 12 were already here.'],
  [1, 1, '1 transaction was added to Chase - Checking. 1 was already here.'],
  [3, 0, '3 transactions were added to Chase - Checking.'],
  [0, 3, 'Nothing was added to Chase - Checking: all 3 transactions are already here.'],
  [0, 1, 'Nothing was added to Chase - Checking: its transaction is already here.'],
  [0, 0, 'The file has no transactions.'],
])('of an import that added %i and found %i', (added, existing, text) => {
  expect(resultText({ added, existing, accounts })).toBe(text)
})

test('a list has the counts alone', () => {
  expect(countsText({ added: 300, existing: 12 })).toBe('300 added, 12 already here')
  expect(countsText({ added: 1200, existing: 0 })).toBe('1,200 added')
})
