import { expect, test } from 'vitest'
import { tabMemory } from '../../../../test/support/tab-memory.ts'
import { keepReminderDraft, readReminderDraft } from './kept-reminder-draft.ts'

const draft = {
  hasOwnSeries: true,
  sendHour: 8,
  steps: [{ offsetDays: 7, subject: 'Still open: {unfinished', body: null }],
}

test('what was chosen comes back to the person who chose it, also what cannot be saved yet', () => {
  const storage = tabMemory()
  keepReminderDraft('owner', draft, storage)
  expect(readReminderDraft('owner', storage)).toEqual(draft)
  expect(readReminderDraft('somebody', storage)).toBeUndefined()
  keepReminderDraft('owner', undefined, storage)
  expect(readReminderDraft('owner', storage)).toBeUndefined()
})

test.each(['{', 'null', '{"form":1,"savedAt":1e15,"settings":{"steps":[]}}'])(
  'what is no draft is not taken for one: %s',
  (text) => {
    expect(readReminderDraft('owner', tabMemory([['unsaved-reminders:owner', text]]))).toBeUndefined()
  },
)
