import { expect, test } from 'vitest'
import { tabMemory } from '../../../../../test/support/tab-memory.ts'
import { writeTabDraft } from '../../../../web/forms/tab-draft.ts'
import { draftKey, readDraft } from '../../../../web/forms/unsaved-draft.ts'
import { eachText } from '../../document/input-rules.ts'
import { emptyCharge } from '../charge/charge-values.ts'
import { noLateFee } from '../late-fees/late-fee-values.ts'
import { invoiceValuesSchema as schema } from './draft-schema.ts'

const key = draftKey('invoice', 'a-user', null)
const now = 1_800_000_000_000
const party = { name: 'Test', email: '', phone: '', address: '', contactName: '', country: '', taxId: '' }
const draft = {
  requestId: '3f2c1b0a-9d8e-4f7a-8b6c-5d4e3f2a1b0c',
  tried: false,
  version: null,
  values: {
    company: party,
    logo: null,
    client: { ...party, id: null, taxTreatment: 'standard' as const },
    issueDate: '2026-03-01',
    dueDate: null,
    paymentTerms: 'custom' as const,
    ...eachText(''),
    notes: 'Thank you',
    currency: 'EUR',
    charge: emptyCharge,
    parts: [],
    lateFee: noLateFee,
    sendOption: 'email_now' as const,
    ownFields: {},
    sendReminder: false,
  },
}

test('what was kept comes back as it was', () => {
  const storage = tabMemory()
  writeTabDraft(key, draft, storage, now)
  expect(readDraft(key, schema, storage, now + 1000)).toMatchObject(draft)
})

test('a draft from before there were tax details comes back without them', () => {
  const storage = tabMemory()
  const { country: _country, taxId: _taxId, ...olderParty } = party
  const { taxIncluded: _included, ...olderCharge } = emptyCharge
  const { taxNote: _note, parts: _parts, lateFee: _fee, ...values } = draft.values
  const older = { ...values, company: olderParty, client: { ...olderParty, id: null }, charge: olderCharge }
  writeTabDraft(key, { ...draft, values: older as typeof draft.values }, storage, now)
  expect(readDraft(key, schema, storage, now)?.values).toEqual(draft.values)
})

test('an amount that was none comes back as nothing, and the rest with it', () => {
  const storage = tabMemory()
  const charge = { ...emptyCharge, amountMinor: 'too-large' as const }
  writeTabDraft(key, { ...draft, values: { ...draft.values, charge } }, storage, now)
  expect(readDraft(key, schema, storage, now)?.values).toEqual(draft.values)
})

test('it belongs to one person and one invoice', () => {
  const storage = tabMemory()
  writeTabDraft(key, draft, storage, now)
  expect(readDraft(draftKey('invoice', 'another', null), schema, storage, now)).toBeNull()
  expect(readDraft(draftKey('invoice', 'a-user', 'an-invoice'), schema, storage, now)).toBeNull()
})

test('after a day it is forgotten', () => {
  const storage = tabMemory()
  writeTabDraft(key, draft, storage, now)
  expect(readDraft(key, schema, storage, now + 24 * 60 * 60 * 1000)).toBeNull()
  expect(storage.kept.size).toBe(0)
})

test('kept again, it is as young as the last time', () => {
  const storage = tabMemory()
  writeTabDraft(key, draft, storage, now)
  const later = now + 20 * 60 * 60 * 1000
  writeTabDraft(key, readDraft(key, schema, storage, later) ?? draft, storage, later)
  expect(readDraft(key, schema, storage, later + 20 * 60 * 60 * 1000)).not.toBeNull()
})

test.each([
  ['no JSON', 'nonsense'],
  ['another form', JSON.stringify({ form: 2, savedAt: now, ...draft })],
  ['a missing field', JSON.stringify({ form: 1, savedAt: now, ...draft, values: {} })],
  [
    'a wrong type',
    JSON.stringify({ form: 1, savedAt: now, ...draft, values: { ...draft.values, notes: 7 } }),
  ],
])('what is not a draft is thrown away: %s', (_, text) => {
  const storage = tabMemory([[key, text]])
  expect(readDraft(key, schema, storage, now)).toBeNull()
  expect(storage.kept.size).toBe(0)
})

test('a storage that is full or blocked does no harm', () => {
  const full = {
    ...tabMemory(),
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
  }
  expect(() => writeTabDraft(key, draft, full, now)).not.toThrow()
  expect(readDraft(key, schema, null, now)).toBeNull()
})
