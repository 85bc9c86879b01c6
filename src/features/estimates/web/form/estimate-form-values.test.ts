import { expect, test } from 'vitest'
import { eachText } from '../../../invoices/document/input-rules.ts'
import { emptyCharge } from '../../../invoices/web/charge/charge-values.ts'
import type { DatelessValues } from '../../../invoices/web/form/content-values.ts'
import { noLateFee } from '../../../invoices/web/late-fees/late-fee-values.ts'
import { validityHint } from './estimate-dates-fields.tsx'
import {
  checkEstimateForm,
  estimateDraftSchema,
  estimateValuesOf,
  newEstimateValues,
  previewEstimate,
  toEstimateInput,
} from './estimate-form-values.ts'

const party = {
  name: 'Test',
  email: 'test@example.com',
  phone: '',
  address: '',
  contactName: '',
  country: '',
  taxId: '',
}
const content: DatelessValues = {
  company: party,
  logo: null,
  client: { ...party, id: null, taxTreatment: 'standard' },
  paymentTerms: 'net_30',
  dueInDays: '',
  parts: [],
  lateFee: noLateFee,
  ...eachText(''),
  currency: 'USD',
  charge: { ...emptyCharge, amountMinor: 12_500 },
  ownFields: {},
  sendReminder: false,
}
const today = '2026-11-15'
const fresh = newEstimateValues(content, today)

test('a new estimate is dated today, valid for thirty days, and complete', () => {
  expect(fresh).toMatchObject({ issueDate: today, validUntil: '2026-12-15', sendOption: 'email_now' })
  expect(checkEstimateForm(fresh)).toEqual({})
})

test('what is saved fills the form with the same again', () => {
  expect(estimateValuesOf(toEstimateInput(fresh), null)).toEqual(fresh)
})

test('an unsaved form survives as it was typed, even where it is wrong', () => {
  const unfinished = { ...fresh, validUntil: 'next week', dueInDays: 'x', paymentTerms: 'custom' as const }
  expect(estimateDraftSchema.parse(JSON.parse(JSON.stringify(unfinished)))).toEqual(unfinished)
})

test('what is missing or wrong is said at its field', () => {
  const wrong = {
    ...fresh,
    issueDate: null,
    paymentTerms: 'custom' as const,
    dueInDays: 'soon',
    client: { ...fresh.client, email: '' },
  }
  expect(checkEstimateForm(wrong)).toMatchObject({
    issueDate: 'Please choose an issue date.',
    dueInDays: 'Please enter a number of days from 0 to 365.',
    'client.email': 'Please enter the client’s email address.',
  })
  expect(checkEstimateForm({ ...fresh, validUntil: '2026-11-14' })).toEqual({
    validUntil: 'This is before the issue date.',
  })
})

test('the preview is an estimate, with its day even while it is typed', () => {
  const facts = { number: null, today, locale: 'en-US' }
  expect(previewEstimate(fresh, facts).estimate).toEqual({
    validUntil: '2026-12-15',
    status: 'open',
    accepted: null,
  })
  for (const validUntil of ['soon', '2026-11-01']) {
    expect(previewEstimate({ ...fresh, validUntil }, facts).estimate?.validUntil).toBe(today)
  }
})

test.each([
  ['2026-12-15', 'Your client has 30 days to accept it.'],
  ['2026-11-16', 'Your client can accept it until tomorrow.'],
  ['2026-11-15', 'Your client can accept it today only.'],
  ['2026-11-14', 'This day has passed, so your client can’t accept it.'],
  [null, 'The last day on which your client can accept it.'],
])('the form says how long %s leaves the client', (day, hint) => {
  expect(validityHint(day, today)).toBe(hint)
})
