import { expect, test } from 'vitest'
import { checkTimeForm, newTimeValues, timeValuesOf, toTimeInput } from './time-form-values.ts'

const right = {
  ...newTimeValues({ today: '2026-11-05', rateMinor: 9000, currency: 'USD' }),
  hours: '1:30',
}

test('a new entry is of today with the last rate, and asks for hours', () => {
  expect(checkTimeForm({ ...right, hours: '' })).toEqual({
    hours: 'Please enter hours, such as 1:30 or 1.5, up to 24.',
  })
  expect(checkTimeForm(right)).toEqual({})
  expect(toTimeInput(right)).toEqual({
    description: '',
    date: '2026-11-05',
    seconds: 5400,
    rateMinor: 9000,
    currency: 'USD',
  })
})

test('what can’t be read is refused at its field', () => {
  expect(checkTimeForm({ ...right, hours: '25', date: 'someday', rateMinor: null })).toEqual({
    hours: expect.any(String),
    date: 'Please choose a date.',
    rateMinor: 'Please enter a rate for an hour.',
  })
  expect(checkTimeForm({ ...right, rateMinor: 'too-many-decimals' })).toEqual({
    rateMinor: 'Please use at most two decimals.',
  })
  expect(checkTimeForm({ ...right, rateMinor: -500 })).toEqual({
    rateMinor: 'The rate can’t be less than 0.',
  })
  expect(checkTimeForm({ ...right, rateMinor: 0 })).toEqual({})
})

test('an entry comes back as it was saved, to the second', () => {
  const entry = {
    id: 'id',
    version: 1,
    clientId: 'client',
    clientName: 'Client',
    description: 'Design',
    date: '2026-11-05',
    startedAt: null,
    seconds: 5415,
    rateMinor: 9000,
    currency: 'USD',
    invoice: null,
  }
  expect(toTimeInput(timeValuesOf(entry))).toMatchObject({ description: 'Design', seconds: 5415 })
})
