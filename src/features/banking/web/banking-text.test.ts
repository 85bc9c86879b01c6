import { expect, test } from 'vitest'
import { accountsText, disconnectText, removeText, syncedText, totalText } from './banking-text.ts'

const now = Date.parse('2026-11-16T12:00:00Z')
const connected = { state: 'connected', isSyncing: false, isFile: false } as const

test.each([
  ['2026-11-16T11:59:30Z', 'Synced just now'],
  ['2026-11-16T11:01:00Z', 'Synced 59 min ago'],
  ['2026-11-16T09:30:00Z', 'Synced 2 h ago'],
  // Already the 15th in that time zone.
  ['2026-11-14T23:30:00Z', 'Synced Nov 15, 2026'],
])('what was fetched at %s is said as %s', (lastSyncedAt, text) => {
  expect(syncedText({ ...connected, lastSyncedAt }, now, 'Asia/Tokyo')).toBe(text)
})

test('what is under way, and what never was, is said so', () => {
  expect(syncedText({ ...connected, isSyncing: true, lastSyncedAt: null }, now, 'UTC')).toBe(
    'Importing transactions...',
  )
  expect(
    syncedText({ ...connected, state: 'reconnect', isSyncing: true, lastSyncedAt: null }, now, 'UTC'),
  ).toBe('Not synced yet')
})

test('an account from files says when the last one came', () => {
  const fromFiles = { ...connected, isFile: true }
  expect(syncedText({ ...fromFiles, lastSyncedAt: '2026-11-14T23:30:00Z' }, now, 'Asia/Tokyo')).toBe(
    'Last file Nov 15, 2026',
  )
  expect(syncedText({ ...fromFiles, lastSyncedAt: null }, now, 'UTC')).toBe('No file imported yet')
})

const totals = {
  currency: 'USD',
  cashAccounts: 2,
  cashMinor: 120_000,
  cashOther: [],
  cards: 0,
  cardsOwedMinor: 0,
  cardsOwedOther: [],
  notCounted: 0,
}

test('cash, cards and what is not counted are told in a line', () => {
  expect(totalText(totals)).toBe('Cash: $1,200.00 in 2 accounts.')
  expect(totalText({ ...totals, cashAccounts: 1, cards: 1, cardsOwedMinor: 500, notCounted: 1 })).toBe(
    'Cash: $1,200.00 in 1 account. Owed on 1 card: $5.00. Loans, investments and other accounts are not counted as cash.',
  )
  expect(totalText({ ...totals, cashAccounts: 0, cashMinor: 0 })).toBe('None of these accounts holds cash.')
})

test('other currencies are told with their rate, or beside the sum without one', () => {
  const rate = { rate: '1.084', ratedOn: '2026-11-17', source: 'Test Bank' }
  const noRate = { homeMinor: null, rate: null, ratedOn: null, source: null }
  const euros = { currency: 'EUR', minor: 50_000, count: 1, homeMinor: 54_200, ...rate }
  const yen = { currency: 'JPY', minor: 50_000, count: 1, ...noRate }
  expect(totalText({ ...totals, cashOther: [euros, yen] })).toBe(
    'Cash: $1,200.00 in 2 accounts, includes €500.00 (at 1.084, Nov 17, 2026, Test Bank), plus ¥50,000, not converted: no exchange rate.',
  )
  expect(totalText({ ...totals, cards: 2, cardsOwedMinor: 0, cardsOwedOther: [yen] })).toBe(
    'Cash: $1,200.00 in 2 accounts. Owed on 2 cards: $0.00, plus ¥50,000, not converted: no exchange rate.',
  )
})

test('the accounts of a bank are named by their last digits', () => {
  const accounts = [
    { name: 'Checking', last4: '1234' },
    { name: 'Card', last4: '0000' },
  ]
  expect(accountsText(accounts)).toBe('Checking ••••••1234 and Card ••••••0000')
})

test.each([
  [0, 0, 'No new transactions will be imported.'],
  [1, 0, 'No new transactions will be imported. 1 transaction stays in your list with its category.'],
  [
    1200,
    1,
    'No new transactions will be imported. 1,199 transactions stay in your list with their categories. 1 pending transaction is removed. It comes back if you reconnect.',
  ],
  [
    4,
    4,
    'No new transactions will be imported. 4 pending transactions are removed. They come back if you reconnect.',
  ],
])(
  'what happens to %i transactions, %i of them pending, is said before a bank is disconnected',
  (all, pending, text) => {
    expect(disconnectText(all, pending)).toBe(text)
  },
)

test.each([
  [0, 'No transactions were imported from it.'],
  [1, '1 transaction is deleted too, along with the categories you chose. This can’t be undone.'],
  [1200, '1,200 transactions are deleted too, along with the categories you chose. This can’t be undone.'],
])('what happens to %i transactions is said before a bank is removed', (all, text) => {
  expect(removeText(all)).toBe(text)
})
