import { expect, test } from 'vitest'
import { matchingEntries, permissionOf } from './matching-entries.ts'

const labels = (text: string) =>
  matchingEntries(text, () => true).flatMap(({ entries }) => entries.map(({ label }) => label))

test('an empty text shows every action and screen', () => {
  expect(matchingEntries('', () => true).map(({ label }) => label)).toEqual(['Actions', 'Screens'])
  expect(labels('')).toContain('Help center')
})

test('each word of the text begins a word of the name or of what else it is called', () => {
  expect(labels('add exp')).toEqual(['Add expense'])
  expect(labels('exp new')).toEqual(['Add expense'])
  expect(labels('plan')).toEqual(['Subscription'])
  expect(labels('voice')).toEqual([])
})

test('what is named so comes first, and each group is short', () => {
  expect(labels('in').slice(0, 2)).toEqual(['New invoice', 'New recurring invoice'])
  expect(labels('quote')).toEqual(['New estimate', 'Estimates'])
  for (const { entries } of matchingEntries('in', () => true)) expect(entries.length).toBeLessThanOrEqual(4)
})

test('what the role does not allow is left out, and a tab of the settings needs more than their page', () => {
  const allowed = matchingEntries('', (entry) => permissionOf(entry) === undefined)
  const shown = allowed.flatMap(({ entries }) => entries.map(({ label }) => label))
  expect(shown).toContain('Settings')
  expect(shown).toContain('Team')
  for (const label of ['Reminder settings', 'Numbers', 'Subscription']) expect(shown).not.toContain(label)
})
