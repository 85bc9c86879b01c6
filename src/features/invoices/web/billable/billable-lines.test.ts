import { expect, test } from 'vitest'
import { emptyLine } from '../charge/charge-switch.ts'
import { type ChargeValues, emptyCharge } from '../charge/charge-values.ts'
import { chosenLines, offerFor, withLines } from './billable-lines.ts'

const entry = (id: string, currency = 'USD') => ({
  id,
  description: 'Design',
  date: '2026-11-05',
  seconds: 5400,
  rateMinor: 9000,
  currency,
})
const spent = (id: string, currency = 'USD') => ({
  id,
  vendor: 'Rail Co',
  notes: '',
  category: 'Travel',
  date: '2026-11-05',
  amountMinor: 990,
  currency,
})
const lines = (...all: ChargeValues['lines']): ChargeValues => ({ ...emptyCharge, kind: 'lines', lines: all })

test('what the invoice has already is not offered, nor what is in another currency', () => {
  const billable = {
    time: [entry('1'), entry('2'), entry('3', 'EUR')],
    expenses: [spent('4'), spent('5', 'EUR')],
  }
  const charge = lines({ ...emptyLine, sources: [{ kind: 'time', id: '1' }] })
  expect(offerFor(billable, charge, 'USD')).toEqual({
    time: [entry('2')],
    expenses: [spent('4')],
    inOtherCurrencies: 2,
  })
})

test('what was chosen becomes lines, with what they bill', () => {
  const billable = { time: [entry('1'), entry('2')], expenses: [spent('4')] }
  const ids = new Set(['1', '2', '4'])
  expect(chosenLines(billable, { ids, isGrouped: true })).toMatchObject([
    { description: 'Design', quantity: 3000, sources: [{ id: '1' }, { id: '2' }] },
    { description: 'Rail Co', quantity: 1000, rateMinor: 990 },
  ])
  expect(chosenLines(billable, { ids, isGrouped: false })).toHaveLength(3)
  expect(chosenLines(billable, { ids: new Set(['2']), isGrouped: true })).toMatchObject([{ quantity: 1500 }])
})

const added = [{ description: 'Design', quantity: 1500, rateMinor: 9000, sources: [] }]

test('the lines follow those that are filled in, and replace blank ones', () => {
  const first = { description: 'Hosting', quantity: '1', rateMinor: 100 }
  const { charge } = withLines({ charge: lines(first, emptyLine), description: '' }, added)
  expect(charge.lines).toEqual([
    first,
    { description: 'Design', quantity: '1.5', rateMinor: 9000, sources: [] },
  ])
})

test('a typed amount becomes the first line, an empty one goes and leaves the description', () => {
  const typed = withLines({ charge: { ...emptyCharge, amountMinor: 500 }, description: 'Fee' }, added)
  expect(typed.charge.lines).toMatchObject([
    { description: 'Fee', rateMinor: 500 },
    { description: 'Design' },
  ])
  const empty = withLines({ charge: emptyCharge, description: 'November' }, added)
  expect(empty.charge.lines).toMatchObject([{ description: 'Design' }])
  expect(empty.description).toBe('November')
})
