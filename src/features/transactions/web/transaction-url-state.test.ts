import { expect, test } from 'vitest'
import { ruleText, transactionCount, undoneText } from './transaction-text.ts'
import { countFilters, isWholeAccount, readTransactionUrlState } from './transaction-url-state.ts'

const account = 'b9f0b5a4-3f5e-4a5e-9d5c-2f0e6a1c7d10'

test('an address says a place, and what it says wrongly is taken out of it by name', () => {
  const nothing = readTransactionUrlState({})
  expect(Object.keys(nothing)).toEqual(['account', 'category', 'date', 'type', 'search', 'after', 'before'])
  const wrong = { type: 'all', search: 'a\0', date: '2026-02-30', account: 'mine', category: 'x'.repeat(101) }
  expect(readTransactionUrlState(wrong)).toStrictEqual(nothing)
  expect(readTransactionUrlState({ search: '', date: 5 })).toStrictEqual(nothing)
  expect(readTransactionUrlState({ type: 'expense', account })).toStrictEqual({
    ...nothing,
    type: 'expense',
    account,
  })
})

test('filters are counted, and a whole account is known', () => {
  expect(countFilters({ after: 'here' })).toBe(0)
  expect(countFilters({ account, type: 'income' })).toBe(2)
  expect(isWholeAccount({ account })).toBe(true)
  expect(isWholeAccount({ account, after: 'here' })).toBe(false)
  expect(isWholeAccount({ account, search: 'tea' })).toBe(false)
  expect(isWholeAccount({})).toBe(false)
})

test('counts and rules are said in words', () => {
  expect([1, 1200].map(transactionCount)).toEqual(['1 transaction', '1,200 transactions'])
  const rule = { merchant: 'Corner Grocery', category: 'Groceries' }
  expect([0, 1, 2].map((changed) => ruleText(rule, changed))).toEqual([
    'Corner Grocery is always Groceries from now on.',
    'Corner Grocery is always Groceries from now on. 1 earlier one was changed too.',
    'Corner Grocery is always Groceries from now on. 2 earlier ones were changed too.',
  ])
  expect([0, 1, 2].map(undoneText)).toEqual([
    'New transactions will get their bank’s category again.',
    '1 transaction has its bank’s category again.',
    '2 transactions have their bank’s category again.',
  ])
})
