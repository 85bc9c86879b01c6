import { expect, test } from 'vitest'
import { afterCardsText, bankBalanceText, cashText, pendingText, upcomingText } from './card-text.ts'

const today = '2026-11-16'
const currency = 'USD'
const tests = { minor: 0, count: 0, other: [] }
const fromBanks = {
  minor: 5000,
  other: [],
  from: 'banks' as const,
  afterCardsMinor: null,
  afterCardsOther: [],
}
const banks = {
  accounts: 5,
  cashAccounts: 2,
  cashMinor: 5000,
  cashOther: [],
  cards: 0,
  cardsOwedMinor: 0,
  cardsOwedOther: [],
  hasDemo: false,
}

test('the cash balance says whether it comes from banks, and of when', () => {
  const asOf = '2026-11-16T14:41:00Z'
  const ask = (cashAccounts: number, moment: string | null, hasDemo = false) =>
    cashText(
      {
        cashBalance: fromBanks,
        banks: { ...banks, cashAccounts, hasDemo, asOf: moment },
        today,
        tests,
        currency,
      },
      'UTC',
    )
  expect(ask(3, asOf)).toBe('3 cash accounts, as of 2:41 PM')
  expect(ask(1, '2026-11-14T14:41:00Z')).toBe('1 cash account, as of Nov 14, 2026')
  expect(ask(2, asOf, true)).toBe('2 cash accounts, as of 2:41 PM · Demo bank')
  expect(ask(1, null)).toBe('1 cash account, balance not known yet')
  const fromLedger = (accounts: number, testMinor = 0) =>
    cashText(
      {
        cashBalance: { ...fromBanks, minor: 0, from: 'ledger' },
        banks: { ...banks, accounts, cashAccounts: 0, cashMinor: 0, asOf: null },
        today,
        tests: { minor: testMinor, count: 1, other: [] },
        currency,
      },
      'UTC',
    )
  expect(fromLedger(0)).toBe('Payments received minus expenses to date')
  expect(fromLedger(1)).toBe('Payments received minus expenses to date, as no cash account is connected')
  expect(fromLedger(0, 5000)).toBe(
    'Payments received minus expenses to date · includes $50.00 of test payments',
  )
})

test('what is owed on cards is a line of its own', () => {
  expect(afterCardsText({ banks: { ...banks, cardsOwedMinor: 41_000, asOf: null }, currency })).toBe(
    'after cards ($410.00 owed)',
  )
})

test('the balance of banks says in how many accounts it is', () => {
  const ask = (accounts: number, cashAccounts: number) => bankBalanceText({ accounts, cashAccounts })
  expect(ask(5, 2)).toBe('in 2 of 5 accounts')
  expect(ask(2, 2)).toBe('in 2 accounts')
  expect(ask(1, 0)).toBe('1 account, none with cash')
})

test('what is pending is counted, and how much of it is late', () => {
  const sum = (count: number) => ({ minor: count * 100, count, other: [] })
  expect(pendingText({ owed: sum(3), overdue: sum(1) })).toBe('3 invoices, 1 overdue')
  expect(pendingText({ owed: sum(1), overdue: sum(0) })).toBe('1 invoice, none overdue')
  expect(pendingText({ owed: sum(0), overdue: sum(0) })).toBe('no unpaid invoices')
})

test('what is upcoming is counted', () => {
  expect([0, 1, 4].map((count) => upcomingText({ count }))).toEqual([
    'nothing dated after today',
    '1 expense dated after today',
    '4 expenses dated after today',
  ])
})
