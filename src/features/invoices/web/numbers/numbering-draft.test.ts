import { describe, expect, test } from 'vitest'
import { tabMemory } from '../../../../../test/support/tab-memory.ts'
import type { Numbering } from '../../numbers/contract.ts'
import {
  draftOf,
  isChanged,
  keepNumberingDraft,
  nextNumberText,
  previewText,
  problemsOf,
  readNumberingDraft,
  toBody,
} from './numbering-draft.ts'

const saved: Numbering = {
  style: 'sequence',
  prefix: 'INV-',
  withYear: true,
  padding: 4,
  scope: 'business',
  year: 2026,
  next: { withYear: 42, withoutYear: 7 },
  example: 'INV-2026-0042',
}
const draft = draftOf(saved)

describe('the preview', () => {
  test.each([
    [{}, 'Next invoice: INV-2026-0042'],
    [{ prefix: 'R/' }, 'Next invoice: R/2026-0042'],
    [{ withYear: false }, 'Next invoice: INV-0007'],
    [{ nextNumber: '100', padding: 2 }, 'Next invoice: INV-2026-100'],
    [{ nextNumber: 'x' }, 'Next invoice: INV-2026-0042'],
    [{ scope: 'client' as const }, 'For example: INV-ACME-2026-0001'],
    [{ style: 'random' as const }, 'For example: 7CF341D8'],
  ])('of %j is “%s”', (changes, text) => {
    expect(previewText({ ...draft, ...changes }, saved)).toBe(text)
  })
})

describe('the next number', () => {
  test('follows the sequence that is chosen until it is typed', () => {
    expect(nextNumberText(draft, saved)).toBe('42')
    expect(nextNumberText({ ...draft, withYear: false }, saved)).toBe('7')
    expect(nextNumberText({ ...draft, nextNumber: '' }, saved)).toBe('')
  })

  test('is sent only if it was changed', () => {
    expect(toBody(draft, saved).nextNumber).toBeNull()
    expect(toBody({ ...draft, nextNumber: '42' }, saved).nextNumber).toBeNull()
    expect(toBody({ ...draft, nextNumber: ' 50 ' }, saved).nextNumber).toBe(50)
    expect(toBody({ ...draft, nextNumber: '50', scope: 'client' }, saved).nextNumber).toBeNull()
  })

  test.each(['', 'x', '-1', '1.5', '0'])('“%s” is refused at its field', (nextNumber) => {
    expect(problemsOf({ ...draft, nextNumber }, saved)).toEqual({
      nextNumber: 'Enter a whole number, 1 or higher.',
    })
  })
})

test('what differs from what is saved is a change, and what was typed and taken back is none', () => {
  expect(isChanged(draft, saved)).toBe(false)
  expect(isChanged({ ...draft, nextNumber: '42' }, saved)).toBe(false)
  expect(isChanged({ ...draft, nextNumber: '' }, saved)).toBe(true)
  expect(isChanged({ ...draft, padding: 5 }, saved)).toBe(true)
})

test('a draft comes back to the person who typed it, also one that cannot be saved yet', () => {
  const storage = tabMemory()
  const typed = { ...draft, prefix: 'not valid!', nextNumber: 'x' }
  keepNumberingDraft('owner', typed, storage)
  expect(readNumberingDraft('owner', storage)).toEqual(typed)
  expect(readNumberingDraft('another', storage)).toBeUndefined()
  keepNumberingDraft('owner', undefined, storage)
  expect(readNumberingDraft('owner', storage)).toBeUndefined()
})
