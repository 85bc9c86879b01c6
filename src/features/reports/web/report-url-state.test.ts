import { expect, test } from 'vitest'
import {
  chosenRange,
  countFilters,
  daysErrors,
  keptForOthers,
  readReportUrlState,
  requestOf,
} from './report-url-state.ts'

const client = '00000000-0000-4000-8000-000000000001'
const nothing = {
  period: undefined,
  from: undefined,
  to: undefined,
  basis: undefined,
  by: undefined,
  compare: undefined,
  client: undefined,
  category: undefined,
  currency: undefined,
}

test('what the URL says is read', () => {
  const said = {
    period: 'days',
    from: '2026-01-01',
    to: '2026-01-31',
    basis: 'cash',
    by: 'month',
    compare: 'last-year',
    client,
    category: 'Rent',
    currency: 'EUR',
  }
  expect(readReportUrlState(said)).toEqual(said)
})

test('unknown values and defaults are left out, and every key is named', () => {
  expect(readReportUrlState({})).toEqual(nothing)
  expect(
    readReportUrlState({
      period: 'next-year',
      basis: 'wrong',
      by: 'week',
      compare: '1',
      client: 'me',
      category: ' ',
      currency: 'XXXX',
      other: 'thing',
    }),
  ).toEqual(nothing)
  expect(readReportUrlState({ period: 'this-year', basis: 'accrual', compare: 'previous' })).toEqual(nothing)
})

test('days belong to the period of other days, and must exist', () => {
  expect(readReportUrlState({ period: 'last-year', from: '2026-01-01', to: '2026-01-31' })).toEqual({
    ...nothing,
    period: 'last-year',
  })
  expect(readReportUrlState({ period: 'days', from: '2026-02-30', to: '2026-03-01' })).toEqual({
    ...nothing,
    period: 'days',
    to: '2026-03-01',
  })
})

test('a report is asked for what it uses, and compares only where there is one column', () => {
  const urlState = { period: 'last-year', basis: 'cash', currency: 'EUR', compare: 'none' } as const
  expect(requestOf('profit-and-loss', { ...urlState, category: 'Rent' })).toEqual(urlState)
  expect(requestOf('profit-and-loss', { ...urlState, by: 'month' })).toEqual({
    period: 'last-year',
    basis: 'cash',
    currency: 'EUR',
    by: 'month',
  })
  expect(requestOf('mileage', urlState)).toEqual({ period: 'last-year' })
  expect(requestOf('owed-by-age', { ...urlState, client })).toEqual({
    period: 'last-year',
    client,
    currency: 'EUR',
  })
  expect(requestOf('owed-by-age', { period: 'days', from: '2026-01-01', to: '2026-03-31' })).toEqual({
    period: 'days',
    from: '2026-03-31',
    to: '2026-03-31',
  })
})

test('other reports keep the period and the basis', () => {
  expect(keptForOthers({ period: 'last-year', basis: 'cash', client, by: 'month' })).toEqual({
    period: 'last-year',
    from: undefined,
    to: undefined,
    basis: 'cash',
  })
})

test('filters are counted without the period, as far as the report uses them', () => {
  expect(countFilters('profit-and-loss', { period: 'last-year', basis: 'cash', client })).toBe(2)
  expect(countFilters('missing-receipts', { period: 'last-year', basis: 'cash', client })).toBe(0)
})

test('a named period has the days of the fiscal year', () => {
  expect(chosenRange({}, '2026-03-15', 1)).toEqual({ from: '2026-01-01', to: '2026-12-31' })
  expect(chosenRange({}, '2026-03-15', 4)).toEqual({ from: '2025-04-01', to: '2026-03-31' })
  expect(chosenRange({ period: 'days', to: '2026-03-01' }, '2026-03-15', 4)).toEqual({ to: '2026-03-01' })
})

test('the first wrong day gets the message', () => {
  expect(daysErrors('cash-flow', { period: 'last-month' })).toEqual({})
  expect(daysErrors('cash-flow', { period: 'days' })).toEqual({ from: 'Please choose the first day.' })
  expect(daysErrors('cash-flow', { period: 'days', from: '2026-01-01' })).toEqual({
    to: 'Please choose the last day.',
  })
  expect(daysErrors('cash-flow', { period: 'days', from: '2026-01-02', to: '2026-01-01' })).toEqual({
    to: 'Please choose a day from Jan 2, 2026 on.',
  })
  expect(daysErrors('cash-flow', { period: 'days', from: '2026-01-01', to: '2026-01-01' })).toEqual({})
  expect(daysErrors('owed-by-age', { period: 'days' })).toEqual({ to: 'Please choose a day.' })
  expect(daysErrors('owed-by-age', { period: 'days', to: '2026-01-01' })).toEqual({})
})
