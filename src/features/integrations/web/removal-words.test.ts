import { expect, test } from 'vitest'
import { removalWords } from './removal-words.ts'

test('says what changes for clients only where the account was in use', () => {
  const removal = {
    what: 'Your keys are deleted here',
    effect: 'clients pay otherwise',
    rest: 'That is all.',
  }
  expect(removalWords(removal, true)).toBe(
    'Your keys are deleted here, and clients pay otherwise. That is all.',
  )
  expect(removalWords(removal, false)).toBe('Your keys are deleted here. That is all.')
  expect(removalWords({ what: 'It is forgotten' }, true)).toBe('It is forgotten.')
})
