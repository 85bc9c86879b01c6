import { describe, expect, test } from 'vitest'

import { emptyCharge } from '../../invoices/web/charge-values.ts'
import type { DatelessValues } from '../../invoices/web/content-values.ts'
import type { Series } from '../contract.ts'
import { checkSeriesForm } from './check-series-form.ts'
import {
  type SeriesFormValues,
  newSeriesValues,
  nextDays,
  previewDates,
  seriesValuesOf,
  toSeriesInput,
} from './series-form-values.ts'

const party = { name: 'Test', email: 'test@example.com', phone: '', address: '', contactName: '' }
const content: DatelessValues = {
  company: party,
  logo: null,
  client: { ...party, id: null },
  paymentTerms: 'net_30',
  dueInDays: '',
  purchaseOrder: '',
  description: '',
  notes: '',
  charge: { ...emptyCharge, amountCents: 12_500 },
  sendReminder: true,
}
const today = '2026-11-15'
const fresh = newSeriesValues(content, today)
const fromThe31st: SeriesFormValues = { ...fresh, startDate: '2027-01-31' }
const facts = { saved: null, today }

describe('what is sent', () => {
  test('holds the end that was chosen and nothing of the others', () => {
    const typed = { ...fresh, endDate: '2027-12-31', endCount: '6' }
    expect(toSeriesInput(typed).end).toEqual({ kind: 'never' })
    expect(toSeriesInput({ ...typed, endKind: 'date' }).end).toEqual({ kind: 'date', date: '2027-12-31' })
    expect(toSeriesInput({ ...typed, endKind: 'count' }).end).toEqual({ kind: 'count', count: 6 })
  })

  test('says the days until due with custom terms only', () => {
    const typed = { ...fresh, dueInDays: '10' }
    expect(toSeriesInput(typed).content.dueInDays).toBeNull()
    expect(toSeriesInput({ ...typed, paymentTerms: 'custom' }).content.dueInDays).toBe(10)
  })

  test('survives the way through a stored one', () => {
    const input = toSeriesInput({ ...fromThe31st, paymentTerms: 'custom', dueInDays: '5', endKind: 'count' })
    expect(toSeriesInput(seriesValuesOf(input as Series, null))).toEqual(input)
  })
})

describe('what is wrong', () => {
  test('stands beside the fields of the schedule', () => {
    const odd = { ...fresh, startDate: '2026-11-14', endKind: 'date', endDate: '2026-11-01' } as const
    expect(checkSeriesForm(odd, facts)).toEqual({
      startDate: 'Please choose today or a later day.',
      endDate: 'This is before the start date.',
    })
    expect(checkSeriesForm({ ...fresh, startDate: null, endKind: 'count', endCount: 'many' }, facts)).toEqual(
      {
        startDate: 'Please choose a start date.',
        endCount: 'Please enter a number from 1 to 1000.',
      },
    )
  })

  test('is not the start of one that began long ago', () => {
    const old = { ...fresh, startDate: '2024-01-31' }
    expect(checkSeriesForm(old, { saved: { startDate: '2024-01-31' }, today })).toEqual({})
    expect(checkSeriesForm(old, facts)).toHaveProperty('startDate')
  })

  test('includes custom terms without a number of days', () => {
    const custom = { ...fresh, paymentTerms: 'custom' } as const
    expect(checkSeriesForm(custom, facts)).toEqual({
      dueInDays: 'Please enter a number of days from 0 to 365.',
    })
    expect(checkSeriesForm({ ...custom, dueInDays: '400' }, facts)).toHaveProperty('dueInDays')
  })
})

describe('the next days', () => {
  test('keep the 31st where a month has one', () => {
    expect(nextDays(fromThe31st, facts, 4)).toEqual({
      days: ['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30'],
      goesOn: true,
    })
  })

  test('stop at the end', () => {
    expect(nextDays({ ...fromThe31st, endKind: 'count', endCount: '2' }, facts, 4)).toEqual({
      days: ['2027-01-31', '2027-02-28'],
      goesOn: false,
    })
  })

  test('go on from what is settled, in a pause too', () => {
    const saved = { frequency: 'monthly', startDate: '2027-01-31', next: null, nextPeriod: 1 } as const
    expect(nextDays(fromThe31st, { saved, today }, 1).days).toEqual(['2027-02-28'])
    expect(nextDays(fromThe31st, { saved, today: '2027-06-15' }, 1).days).toEqual(['2027-06-30'])
  })

  test('are none while there is no date', () => {
    expect(nextDays({ ...fresh, startDate: 'soon' }, facts, 4)).toEqual({ days: [], goesOn: false })
  })
})

test('the preview is dated as the next one', () => {
  expect(previewDates(fresh, '2027-01-31')).toEqual({ issueDate: '2027-01-31', dueDate: '2027-03-02' })
  const custom = { ...fresh, paymentTerms: 'custom', dueInDays: '10' } as const
  expect(previewDates(custom, '2027-01-31')).toMatchObject({ dueDate: '2027-02-10' })
  expect(previewDates({ ...custom, dueInDays: '' }, '2027-01-31')).toMatchObject({ dueDate: '2027-01-31' })
})
