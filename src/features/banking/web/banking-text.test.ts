import { expect, test } from 'vitest'
import { accountsText, disconnectText, removeText, syncedText } from './banking-text.ts'

const now = Date.parse('2026-11-16T12:00:00Z')
const connected = { state: 'connected', isSyncing: false } as const

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
  expect(syncedText({ state: 'reconnect', isSyncing: true, lastSyncedAt: null }, now, 'UTC')).toBe(
    'Not synced yet',
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
