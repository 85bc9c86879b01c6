import { expect, test } from 'vitest'
import { matchingEntries } from './matching-entries.ts'

const labels = (text: string) =>
  matchingEntries(text).flatMap(({ entries }) => entries.map(({ label }) => label))

test('an empty text shows every action and screen', () => {
  expect(matchingEntries('').map(({ label }) => label)).toEqual(['Actions', 'Screens'])
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
  for (const { entries } of matchingEntries('in')) expect(entries.length).toBeLessThanOrEqual(4)
})
