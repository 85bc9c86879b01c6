import { expect, test } from 'vitest'
import { changeText, mergeText, movedText } from './category-text.ts'

test('what moved is counted', () => {
  expect([0, 1, 12].map(movedText)).toEqual([
    'Nothing was filed under it.',
    '1 entry moved.',
    '12 entries moved.',
  ])
})

test('a change names both categories', () => {
  const names = { from: 'Rent', to: 'Office' }
  expect(changeText({ what: 'rename', ...names })).toBe('“Rent” is now “Office”')
  expect(changeText({ what: 'merge', ...names })).toBe('“Rent” was merged into “Office”')
})

test('a merge says what moves, what stays and that it can be undone', () => {
  expect(mergeText('expense', 'Rent', false)).toBe(
    'Everything filed under “Rent” moves: expenses and recurring expenses. Expenses in closed periods stay. You can undo it for a day.',
  )
  expect(mergeText('transaction', 'Rent', true)).toContain('Its parts become parts of the other category.')
})
