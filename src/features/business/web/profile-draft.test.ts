import { expect, test } from 'vitest'
import { tabMemory } from '../../../../test/support/tab-memory.ts'
import { readProfileDraft, removeProfileDraft, writeProfileDraft } from './profile-draft.ts'
import { changesOf, isSaved, emptyProfile, savableChanges, valuesOf } from './profile-values.ts'

const saved = { ...emptyProfile, name: 'Test Owner', phone: '555-0100' }

test('what was typed comes back to the person who typed it, and to nobody else', () => {
  const storage = tabMemory()
  const changes = changesOf(saved, { ...saved, phone: '', address: '2 Mill Lane\nPortland' })
  expect(changes).toEqual({ phone: '', address: '2 Mill Lane\nPortland' })
  writeProfileDraft('owner', changes, storage)
  expect(readProfileDraft('owner', storage)).toEqual(changes)
  expect(readProfileDraft('somebody', storage)).toBeNull()
})

test('it is gone once it was saved or given up', () => {
  const storage = tabMemory()
  writeProfileDraft('owner', { phone: '555-0101' }, storage)
  removeProfileDraft('owner', storage)
  expect(readProfileDraft('owner', storage)).toBeNull()
})

test.each([
  '{',
  'null',
  '{"form":1,"savedAt":1e15,"changes":{"email":"other@example.com"}}',
  '{"form":1,"savedAt":1e15,"changes":{"phone":1}}',
])('what is no draft is not taken for one: %s', (text) => {
  const storage = tabMemory()
  storage.kept.set('unsaved-profile:owner', text)
  expect(readProfileDraft('owner', storage)).toBeNull()
})

test('what was saved meanwhile waits for nothing any more', () => {
  expect(isSaved({ phone: saved.phone }, saved)).toBe(true)
  expect(isSaved({ phone: saved.phone, address: '2 Mill Lane' }, saved)).toBe(false)
})

test('a currency that can no longer be changed is left out, and nothing else', () => {
  const profile = { ...saved, email: 'owner@example.com', logo: null, isCurrencyFixed: false }
  const changes = { currency: 'EUR', locale: 'de-DE' }
  expect(savableChanges(changes, profile)).toEqual(changes)
  expect(savableChanges(changes, { ...profile, isCurrencyFixed: true })).toEqual({ locale: 'de-DE' })
  expect(valuesOf(profile)).toEqual(saved)
})
