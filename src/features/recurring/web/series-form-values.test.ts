import { describe, expect, test } from 'vitest'
import { eachText } from '../../invoices/document/input-rules.ts'
import { emptyCharge } from '../../invoices/web/charge/charge-values.ts'
import type { DatelessValues } from '../../invoices/web/form/content-values.ts'
import { noLateFee } from '../../invoices/web/late-fees/late-fee-values.ts'
import type { Series } from '../contract.ts'
import {
  type SeriesFormValues,
  checkSeriesForm,
  endsSeries,
  isValidSchedule,
  newSeriesValues,
  nextDays,
  previewDates,
  seriesValuesOf,
  toSeriesInput,
} from './series-form-values.ts'

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
  client: { ...party, id: null, taxTreatment: 'standard' as const },
  paymentTerms: 'net_30',
  dueInDays: '',
  ...eachText(''),
  currency: 'USD',
  charge: { ...emptyCharge, amountMinor: 12_500 },
  parts: [],
  lateFee: noLateFee,
  ownFields: {},
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

describe('the preview', () => {
  test('is dated as the next one', () => {
    expect(previewDates(fromThe31st, facts)).toEqual({ issueDate: '2027-01-31', dueDate: '2027-03-02' })
    const custom = { ...fromThe31st, paymentTerms: 'custom', dueInDays: '10' } as const
    expect(previewDates(custom, facts)).toMatchObject({ dueDate: '2027-02-10' })
    expect(previewDates({ ...custom, dueInDays: '' }, facts)).toMatchObject({ dueDate: '2027-01-31' })
    const saved = { frequency: 'monthly', startDate: '2027-01-31', next: null, nextPeriod: 1 } as const
    expect(previewDates(fromThe31st, { saved, today })).toMatchObject({ issueDate: '2027-02-28' })
  })

  test('keeps its days while the end is not said yet, and is of today without a start', () => {
    const untilWhen = { ...fromThe31st, endKind: 'date', endDate: null } as const
    expect(previewDates(untilWhen, facts)).toEqual({ issueDate: '2027-01-31', dueDate: '2027-03-02' })
    expect(previewDates({ ...fresh, startDate: 'soon' }, facts)).toEqual({
      issueDate: '2026-11-15',
      dueDate: '2026-12-15',
    })
  })
})

test('days follow from a schedule that is complete and right', () => {
  expect(isValidSchedule(fresh, facts)).toBe(true)
  expect(isValidSchedule({ ...fresh, startDate: null }, facts)).toBe(false)
  expect(isValidSchedule({ ...fresh, startDate: '2026-11-14' }, facts)).toBe(false)
  expect(isValidSchedule({ ...fresh, endKind: 'date' }, facts)).toBe(false)
  expect(isValidSchedule({ ...fresh, endKind: 'date', endDate: '2026-11-14' }, facts)).toBe(false)
  expect(isValidSchedule({ ...fresh, endKind: 'count', endCount: '' }, facts)).toBe(false)
})

test('a change that leaves no day ends it, unless it had ended before', () => {
  const saved = {
    state: 'running',
    frequency: 'monthly',
    startDate: '2026-10-15',
    next: { period: 2, onDate: '2026-12-15', at: '2026-12-15T09:00:00.000Z' },
    nextPeriod: 2,
  } as Series
  const values = { ...fresh, startDate: '2026-10-15', endKind: 'count', endCount: '2' } as const
  expect(endsSeries(values, saved, today)).toBe(true)
  expect(endsSeries({ ...values, endCount: '3' }, saved, today)).toBe(false)
  expect(endsSeries(values, { ...saved, state: 'over', next: null }, today)).toBe(false)
})
