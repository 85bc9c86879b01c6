import { expect, test } from 'vitest'
import { undoNews, undoText } from './undo-text.ts'

const nothing = { kept: 0, matched: 0, expenses: 0, emptied: [] }

test.each([
  [{ ...nothing, removed: 300 }, ['Removes 300 transactions that only this file contains.']],
  [
    { removed: 300, kept: 12, matched: 3, expenses: 2, emptied: ['Chase - Checking'] },
    [
      'Removes 300 transactions that only this file contains.',
      '12 transactions stay because another file or your bank has them too.',
      '3 of the removed transactions are matched: these matches and the payments they recorded are undone.',
      'The 2 expenses that belong to removed transactions stay.',
      'Chase - Checking will be empty, so this account is removed too.',
    ],
  ],
  [
    { removed: 1, kept: 1, matched: 1, expenses: 1, emptied: ['A - Checking', 'B - Credit'] },
    [
      'Removes 1 transaction that only this file contains.',
      '1 transaction stays because another file or your bank has it too.',
      '1 of the removed transactions is matched: this match and the payment it recorded are undone.',
      'The expense that belongs to a removed transaction stays.',
      'A - Checking and B - Credit will be empty, so these accounts are removed too.',
    ],
  ],
  [
    { ...nothing, removed: 0, kept: 5 },
    ['No transactions are removed: another file or your bank has all of them.'],
  ],
])('an undo of %o is told before', (facts, sentences) => {
  expect(undoText(facts)).toEqual(sentences)
})

test('an import that was undone while the page was open is said, as is one that could not be', () => {
  const undone = { state: 'undone', fileName: 'may.csv', problem: null } as const
  const done = { isDone: true, title: 'Import Undone', text: 'may.csv' }
  expect([undoNews('undoing', undone), undoNews('imported', undone)]).toEqual([done, done])
  expect(undoNews('undoing', { ...undone, state: 'imported', problem: 'Please try again.' })).toEqual({
    isDone: false,
    title: 'The import was not undone',
    text: 'Please try again.',
  })
})

test('an import that was undone earlier, or that goes on, is no news', () => {
  const undone = { state: 'undone', fileName: 'may.csv', problem: null } as const
  expect([undoNews(undefined, undone), undoNews('undone', undone)]).toEqual([undefined, undefined])
  expect(undoNews('importing', { ...undone, state: 'imported' })).toBeUndefined()
  expect(undoNews('undoing', { ...undone, state: 'undoing' })).toBeUndefined()
})
