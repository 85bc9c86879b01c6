import { expect, test } from 'vitest'
import { removalText } from './removal-text.ts'

test('says what changes for clients only where the account was in use', () => {
  const removal = {
    what: 'Your keys are deleted here',
    effect: 'clients pay otherwise',
    rest: 'That is all.',
  }
  expect(removalText(removal, true)).toBe(
    'Your keys are deleted here, and clients pay otherwise. That is all.',
  )
  expect(removalText(removal, false)).toBe('Your keys are deleted here. That is all.')
  expect(removalText({ what: 'It is forgotten' }, true)).toBe('It is forgotten.')
})
