import { expect, test } from 'vitest'
import { textFor } from '../timeline/timeline-text.ts'
import {
  lateFeeHint,
  nextLateFeeText,
  removeQuestion,
  settledLateFeeText,
  skipQuestion,
} from './late-fee-text.ts'

const format = { currency: 'USD', locale: 'en-US' }
const next = { dueDate: '2026-11-01', period: 0, on: '2026-11-15', amountMinor: 2500 }
const fee = { ...next, id: 'a-fee', problem: null }

test('the next fee is named with its amount, its day and its reason', () => {
  expect(nextLateFeeText(next, format)).toEqual({
    title: 'Next: $25.00 on Nov 15, 2026',
    text: '14 days after Nov 1, 2026, if it isn’t paid by then.',
  })
  expect(lateFeeHint({ hint: 'paused' })).toContain('until you resume them')
  expect(lateFeeHint({ hint: null })).toBe('No late fee is planned.')
})

test('a fee says what became of it', () => {
  expect(settledLateFeeText({ ...fee, state: 'added' }, format)).toEqual({
    title: '$25.00 on Nov 15, 2026',
    text: '14 days after Nov 1, 2026',
    state: '',
  })
  const skipped = { ...fee, amountMinor: 0, state: 'skipped' as const }
  expect(settledLateFeeText(skipped, format)).toMatchObject({
    title: 'No late fee on Nov 15, 2026',
    state: 'Skipped',
  })
})

test('the questions name what happens', () => {
  expect(skipQuestion(next, format).description).toContain('The $25.00 planned for Nov 15, 2026')
  expect(removeQuestion({ ...fee, state: 'added' }, format).description).toContain('falls by $25.00')
})

test('the timeline says which fee was added, removed or skipped', () => {
  const entry = {
    id: 'an-id',
    at: '2026-11-15T09:00:00.000Z',
    amountMinor: 2500,
    isTest: false,
    to: null,
    mail: null,
    offsetDays: null,
    reason: null,
    waitsForAccount: false,
    who: null,
    note: '14 days after Nov 1, 2026',
  }
  expect(textFor({ ...entry, kind: 'late-fee' }, 'USD')).toEqual({
    title: 'Late fee of $25.00 added',
    detail: 'For being late: 14 days after Nov 1, 2026.',
  })
  expect(textFor({ ...entry, kind: 'late-fee-removed' }, 'USD').title).toBe('Late fee of $25.00 removed')
  expect(textFor({ ...entry, kind: 'late-fee-skipped', amountMinor: null }, 'USD').title).toBe(
    'Late fee skipped',
  )
})
