import { expect, test } from 'vitest'
import { allGood, countChosen, isChosen, toggleRow } from './row-choice.ts'

const counts = { good: 3 }
const good = { position: 0, state: 'good' as const }
const existing = { position: 4, state: 'existing' as const }

test('all good rows are chosen until one is left out', () => {
  expect(isChosen(allGood, good)).toBe(true)
  expect(countChosen(allGood, counts)).toBe(3)
  const choice = toggleRow(allGood, good)
  expect(isChosen(choice, good)).toBe(false)
  expect(countChosen(choice, counts)).toBe(2)
  expect(toggleRow(choice, good)).toEqual(allGood)
})

test('a row that is here already is chosen only if the owner wants it', () => {
  expect(isChosen(allGood, existing)).toBe(false)
  const choice = toggleRow(allGood, existing)
  expect(isChosen(choice, existing)).toBe(true)
  expect(countChosen(choice, counts)).toBe(4)
})
