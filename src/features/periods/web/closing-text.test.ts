import { expect, test } from 'vitest'
import type { PeriodSettings } from '../contract.ts'
import { changeText, dayError, proposedDay } from './closing-text.ts'

const today = '2026-03-15'
const through = (closedThrough: string | null, changes: PeriodSettings['changes'] = []) => ({
  closedThrough,
  changes,
  fiscalMonth: 1,
})

test('the end of last month is proposed for closing, unless it is closed', () => {
  expect(proposedDay('closed', through(null), today)).toBe('2026-02-28')
  expect(proposedDay('closed', through('2025-12-31'), today)).toBe('2026-02-28')
  expect(proposedDay('closed', through('2026-02-28'), today)).toBeNull()
})

test('what was closed last is proposed for reopening, of a first closing its fiscal year', () => {
  const change = { id: '', kind: 'closed', note: '', who: null, at: '2026-03-01T12:00:00.000Z' } as const
  const first = { ...change, before: null, after: '2025-09-30' }
  const second = { ...change, before: '2025-09-30', after: '2025-12-31' }
  expect(proposedDay('reopened', through('2025-12-31', [second, first]), today)).toBe('2025-10-01')
  expect(proposedDay('reopened', through('2025-09-30', [first]), today)).toBe('2025-01-01')
  expect(proposedDay('reopened', { ...through('2025-09-30', [first]), fiscalMonth: 4 }, today)).toBe(
    '2025-04-01',
  )
  expect(proposedDay('reopened', through(null), today)).toBeNull()
})

test('only days that are over and not closed can be closed', () => {
  expect(dayError('closed', null, null, today)).toBe('Please enter a date like Nov 15, 2026, or pick one.')
  expect(dayError('closed', '2026-02-28', '2026-02-28', today)).toBe(
    'Please choose a day after Feb 28, 2026. Earlier days are closed already.',
  )
  expect(dayError('closed', today, null, today)).toBe('Please choose a day before today.')
  expect(dayError('closed', '2026-03-14', '2026-02-28', today)).toBeUndefined()
})

test('only closed days can be reopened', () => {
  expect(dayError('reopened', '2026-01-01', '2025-12-31', today)).toBe(
    'Please choose a day up to Dec 31, 2025. Later days are not closed.',
  )
  expect(dayError('reopened', '2025-12-31', '2025-12-31', today)).toBeUndefined()
})

test('each change says what it did', () => {
  const change = { id: '', note: '', at: '', who: null }
  expect(changeText({ ...change, kind: 'closed', before: null, after: '2025-12-31' })).toBe(
    'Closed through Dec 31, 2025',
  )
  expect(changeText({ ...change, kind: 'reopened', before: '2025-12-31', after: '2025-11-30' })).toBe(
    'Reopened from Dec 1, 2025',
  )
  expect(changeText({ ...change, kind: 'reopened', before: '2025-12-31', after: null })).toBe(
    'Reopened everything up to Dec 31, 2025',
  )
})
