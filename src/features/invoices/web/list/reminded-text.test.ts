import { expect, test } from 'vitest'
import { remindedText } from './reminded-text.ts'

const nothing = {
  status: 'pending',
  remindedAt: null,
  nextReminderAt: null,
  remindersPausedBy: null,
} as const
const reminded = { remindedAt: '2026-11-03T14:00:00.000Z' }
const planned = { nextReminderAt: '2026-11-17T14:00:00.000Z' }

test.each([
  [null, {}],
  ['Next reminder Nov 17, 2026', planned],
  ['Reminded Nov 3, 2026', reminded],
  ['Reminded Nov 3, 2026 · next Nov 17, 2026', { ...reminded, ...planned }],
  ['Next reminder Jan 4, 2027', { nextReminderAt: '2027-01-04T14:00:00.000Z' }],
  ['Reminders paused', { remindersPausedBy: 'owner' }],
  ['Reminded Nov 3, 2026 · paused', { ...reminded, remindersPausedBy: 'owner' }],
  ['Reminders paused · client says it’s paid', { ...reminded, remindersPausedBy: 'client' }],
  [null, { ...reminded, status: 'paid' }],
] as const)('%s: %j', (words, change) => {
  expect(remindedText({ ...nothing, ...change }, 'America/New_York')).toBe(words)
})

test('days are those of the business', () => {
  const late = { ...nothing, nextReminderAt: '2026-11-18T02:00:00.000Z' }
  expect(remindedText(late, 'America/New_York')).toBe('Next reminder Nov 17, 2026')
  expect(remindedText(late, 'UTC')).toBe('Next reminder Nov 18, 2026')
})
