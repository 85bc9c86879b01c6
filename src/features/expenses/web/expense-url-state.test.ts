import { expect, test } from 'vitest'
import {
  expenseCount,
  isFiltered,
  readExpenseUrlState,
  rememberedExpenseUrlState,
  rememberExpenseUrlState,
  withFilters,
} from './expense-url-state.ts'

test('an address says a place, and what it says wrongly is taken out of it by name', () => {
  const nothing = { search: undefined, category: undefined, after: undefined, before: undefined }
  expect(readExpenseUrlState({ search: 'paper', category: 'Rent', after: 'x' })).toStrictEqual({
    ...nothing,
    search: 'paper',
    category: 'Rent',
    after: 'x',
  })
  expect(readExpenseUrlState({ category: 'All', search: '', before: ['x'], other: '1' })).toStrictEqual(
    nothing,
  )
})

test('another filter begins at the first page and keeps the other one', () => {
  const urlState = { search: 'paper', category: 'Rent', after: 'x' } as const
  expect(withFilters(urlState, { category: 'Travel' })).toStrictEqual({ search: 'paper', category: 'Travel' })
  expect(withFilters(urlState, { search: '' })).toStrictEqual({ category: 'Rent' })
  expect(withFilters(urlState, { category: undefined })).toStrictEqual({ search: 'paper' })
  expect(withFilters(urlState)).toStrictEqual({ search: 'paper', category: 'Rent' })
})

test('a page of the whole list is not narrowed', () => {
  expect(isFiltered({ after: 'x' })).toBe(false)
  expect(isFiltered({ search: 'paper' })).toBe(true)
  expect(isFiltered({ category: 'Rent' })).toBe(true)
})

test('the way back leads to where one was, and nobody else', () => {
  expect(rememberedExpenseUrlState('mine')).toEqual({})
  rememberExpenseUrlState('mine', { category: 'Rent' })
  expect(rememberedExpenseUrlState('mine')).toEqual({ category: 'Rent' })
  expect(rememberedExpenseUrlState('yours')).toEqual({})
  expect(rememberedExpenseUrlState(undefined)).toEqual({})
})

test('one expense is one', () => {
  expect([0, 1, 2].map(expenseCount)).toEqual(['0 expenses', '1 expense', '2 expenses'])
})
