import { expect, test } from 'vitest'
import { cashWords, pendingWords, upcomingWords } from './card-words.ts'

const today = '2026-11-16'
const tests = { cents: 0, count: 0 }
const fromBanks = { cents: 5000, from: 'banks' } as const

test('the cash balance says whether it comes from banks, and of when', () => {
  const asOf = '2026-11-16T14:41:00Z'
  const ask = (accounts: number, moment: string | null, hasDemo = false) =>
    cashWords(
      {
        cashBalance: fromBanks,
        banks: { accounts, balanceCents: 5000, hasDemo, asOf: moment },
        today,
        tests,
      },
      'UTC',
    )
  expect(ask(3, asOf)).toBe('3 connected accounts, as of 2:41 PM')
  expect(ask(1, '2026-11-14T14:41:00Z')).toBe('1 connected account, as of Nov 14, 2026')
  expect(ask(2, asOf, true)).toBe('2 connected accounts, as of 2:41 PM · Demo bank')
  expect(ask(1, null)).toBe('1 connected account, balance not known yet')
})

test('a cash balance from the ledger names the test payments in it', () => {
  const banks = { accounts: 0, balanceCents: 0, hasDemo: false, asOf: null }
  const ask = (testCents: number) =>
    cashWords(
      { cashBalance: { cents: 0, from: 'ledger' }, banks, today, tests: { cents: testCents, count: 1 } },
      'UTC',
    )
  expect(ask(0)).toBe('Payments received minus expenses so far')
  expect(ask(5000)).toBe('Payments received minus expenses so far · includes $50.00 of test payments')
})

test('what is pending is counted, and how much of it is late', () => {
  const sum = (count: number) => ({ cents: count * 100, count })
  expect(pendingWords({ owed: sum(3), overdue: sum(1) })).toBe('3 invoices, 1 overdue')
  expect(pendingWords({ owed: sum(1), overdue: sum(0) })).toBe('1 invoice, none overdue')
  expect(pendingWords({ owed: sum(0), overdue: sum(0) })).toBe('No open invoices')
})

test('what is upcoming is counted', () => {
  expect([0, 1, 4].map((count) => upcomingWords({ cents: 0, count }))).toEqual([
    'Nothing dated after today',
    '1 expense dated after today',
    '4 expenses dated after today',
  ])
})
