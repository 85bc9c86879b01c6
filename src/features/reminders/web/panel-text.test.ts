import { expect, test } from 'vitest'
import { hintText, nextText, shortReminderText } from './panel-text.ts'

const now = new Date('2026-11-10T12:00:00Z')
const words = (at: string, offsetDays: number) =>
  nextText({ at, offsetDays }, '2026-11-20', 'America/New_York', now)

test('the next one is told by the clock of the business', () => {
  expect(words('2026-11-17T14:00:00.000Z', -3)).toEqual({
    title: 'Next reminder: Nov 17, 2026, 9:00 AM',
    text: '3 days before the due date.',
  })
  expect(words('2026-11-20T14:00:00.000Z', 0).text).toBe('On the due date.')
})

test('one that was put off says so', () => {
  expect(words('2026-11-18T14:00:00.000Z', -3).text).toBe(
    'The one planned 3 days before the due date, delayed because it couldn’t be sent on time.',
  )
})

test('one whose time has come is on its way', () => {
  expect(words('2026-11-10T11:59:00.000Z', -3)).toEqual({
    title: 'The next reminder will be sent within minutes',
    text: 'The one planned 3 days before the due date.',
  })
})

const hintOf = (
  hint: Parameters<typeof hintText>[0]['hint'],
  { hasOwnSeries = true, isSilent = false } = {},
) => hintText({ hint, hasOwnSeries, isSilent }).text

test.each([
  ['not-sent', 'The invoice hasn’t been sent. They start once it’s sent.'],
  ['no-steps', 'Your series has no days. Choose them in Settings.'],
  ['passed', 'The days of your series have passed for this invoice.'],
  ['done', 'All reminders of your series were sent or skipped.'],
  [null, 'All reminders of your series were sent or skipped.'],
] as const)('where none is to come, it says why: %s', (hint, text) => {
  expect(hintOf(hint)).toBe(text)
})

test('a business with the usual reminder has no series', () => {
  expect(hintOf('done', { hasOwnSeries: false })).toBe('The reminder was sent or skipped.')
  expect(hintOf('passed', { hasOwnSeries: false })).toBe('The planned day has passed for this invoice.')
})

test('a checkbox that cannot be ticked is not pointed at', () => {
  expect(hintOf('off')).toContain('Edit it to turn them on, under Sending.')
  expect(hintOf('off', { isSilent: true })).toBe(
    'They’re off for this invoice. Choose Email now or Email later under Sending first.',
  )
})

test('in a few words: when the next one goes out, or why none does', () => {
  const short = (facts: Partial<Parameters<typeof shortReminderText>[0]>) =>
    shortReminderText(
      { next: null, pausedBy: null, hint: null, hasOwnSeries: false, ...facts },
      'America/New_York',
      now,
    )
  expect(short({ next: { at: '2026-11-17T14:00:00.000Z', offsetDays: -3 } })).toEqual({
    title: 'Nov 17, 2026, 9:00 AM',
    text: '3 days before the due date',
  })
  expect(short({ next: { at: '2026-11-10T11:59:00.000Z', offsetDays: 0 } }).title).toBe('Within minutes')
  expect(short({ hint: 'passed' }).text).toBe('The planned day has passed')
  expect(short({ hint: 'passed', hasOwnSeries: true }).text).toBe('The planned days have passed')
  expect(short({ hint: 'off' })).toEqual({ title: 'None planned', text: 'Off for this invoice' })
  expect(short({})).toEqual({ title: 'None planned', text: 'All have been sent or skipped' })
  expect(short({ pausedBy: 'client' })).toEqual({ title: 'Paused', text: 'The client says it’s paid' })
  expect(short({ pausedBy: 'owner' }).text).toBe('Paused by you')
})
