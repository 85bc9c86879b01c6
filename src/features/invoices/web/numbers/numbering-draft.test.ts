import { describe, expect, test } from 'vitest'
import { tabMemory } from '../../../../../test/support/tab-memory.ts'
import type { Numbering } from '../../numbers/contract.ts'
import {
  creditNoteText,
  draftOf,
  isChanged,
  keepNumberingDraft,
  nextNumberText,
  previewText,
  problemsOf,
  readNumberingDraft,
  skippedText,
  toBody,
} from './numbering-draft.ts'

const saved: Numbering = {
  style: 'sequence',
  prefix: 'INV-',
  withYear: true,
  padding: 4,
  scope: 'business',
  creditNotePrefix: 'CN-',
  year: 2026,
  next: { withYear: 42, withoutYear: 7 },
  nextCreditNote: { withYear: 4, withoutYear: 2 },
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
    expect(previewText({ ...draft, ...changes }, saved, {})).toBe(text)
  })

  test.each(['prefix', 'nextNumber'])('is empty while there is an error at %s', (field) => {
    expect(previewText(draft, saved, { [field]: 'Wrong.' })).toBe('')
  })
})

test.each([
  [{}, 'CN-2026-0004'],
  [{ creditNotePrefix: 'G/', padding: 2 }, 'G/2026-04'],
  [{ withYear: false }, 'CN-0002'],
  [{ style: 'random' as const }, 'CN-0002'],
])('the next credit note of %j is %s', (changes, number) => {
  const text = `Credit notes are always in sequence. Next credit note: ${number}`
  expect(creditNoteText({ ...draft, ...changes }, saved)).toBe(text)
})

test('a prefix of credit notes that invoices could have is refused at its field', () => {
  expect(problemsOf({ ...draft, creditNotePrefix: 'inv-' }, saved)).toEqual({
    creditNotePrefix:
      'With this prefix, a credit note could get the same number as an invoice. Choose another.',
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

  test.each([
    ['50', 'INV-2026-0042 to INV-2026-0049 will not be used.'],
    ['43', 'INV-2026-0042 will not be used.'],
    ['42', undefined],
    ['41', undefined],
    ['x', undefined],
    ['1000000000', undefined],
  ])('%s leaves a gap that is named: %s', (nextNumber, text) => {
    expect(skippedText({ ...draft, nextNumber }, saved)).toBe(text)
  })

  test('leaves no gap in a sequence that has no number yet', () => {
    const unused = { ...saved, next: { withYear: 1, withoutYear: 1 } }
    expect(skippedText({ ...draft, nextNumber: '42' }, unused)).toBeUndefined()
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
