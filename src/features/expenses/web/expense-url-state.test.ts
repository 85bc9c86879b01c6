import { expect, test } from 'vitest'
import { expenseCount, readExpenseUrlState } from './expense-url-state.ts'

test('an address says a place, and what it says wrongly is taken out of it by name', () => {
  const nothing = { search: undefined, category: undefined, after: undefined, before: undefined }
  const parameters = { search: 'paper', category: 'Rent', after: 'x' }
  expect(readExpenseUrlState(parameters)).toStrictEqual({ ...nothing, ...parameters })
  expect(readExpenseUrlState({ category: 'All', before: ['x'], other: '1' })).toStrictEqual(nothing)
  for (const category of ['', 7, 'x'.repeat(101), 'a\0b']) {
    expect(readExpenseUrlState({ category })).toStrictEqual(nothing)
  }
  expect(readExpenseUrlState({ category: 'Dog food' })).toStrictEqual({ ...nothing, category: 'Dog food' })
})

test('one expense is one', () => {
  expect([0, 1, 2].map(expenseCount)).toEqual(['0 expenses', '1 expense', '2 expenses'])
})
