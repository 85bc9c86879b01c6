import { expect, test } from 'vitest'
import { comingText } from './coming-text.ts'

// 7:00 AM in New York.
const early = new Date('2026-11-16T12:00:00Z')
const facts = { sending: 'email_now', sendHour: 9, timeZone: 'America/New_York', now: early } as const
const recommended = [-7, 0, 1, 7, 14, 30]

test('a day that lies ahead is named', () => {
  expect(comingText([-3], { ...facts, dueDate: '2026-12-16' })).toBe('It will be sent on Dec 13, 2026.')
  expect(comingText(recommended, { ...facts, dueDate: '2026-12-16' })).toBe(
    'The first one will be sent on Dec 9, 2026.',
  )
})

test('days that have passed are counted', () => {
  expect(comingText(recommended, { ...facts, dueDate: '2026-11-10' })).toBe(
    '3 of 6 days have passed. The first one will be sent on Nov 17, 2026.',
  )
  expect(comingText(recommended, { ...facts, dueDate: '2026-11-20' })).toBe(
    '1 of 6 days has passed. The first one will be sent on Nov 20, 2026.',
  )
})

test('where all have passed, nothing is promised', () => {
  expect(comingText([-3], { ...facts, dueDate: '2026-11-18' })).toBe(
    'That day has passed, so no reminder will be sent.',
  )
  expect(comingText(recommended, { ...facts, sending: 'sent', dueDate: '2026-10-01' })).toBe(
    'All of these days have passed, so no reminders will be sent.',
  )
})

test('today counts until the sending hour, by the clock of the business', () => {
  const later = { ...facts, sending: 'email_later', dueDate: '2026-11-19' } as const
  expect(comingText([-3], later)).toBe('It will be sent on Nov 16, 2026, if the invoice is sent by then.')
  expect(comingText([-3], { ...later, now: new Date('2026-11-16T14:00:00Z') })).toBe(
    'That day has passed, so no reminder will be sent.',
  )
})

test('none follows within a day of the invoice itself', () => {
  const tomorrow = { ...facts, dueDate: '2026-11-20' }
  expect(comingText([-4], tomorrow)).toBe('It will be sent on Nov 17, 2026.')
  expect(comingText([-3], { ...tomorrow, now: new Date('2026-11-16T23:00:00Z') })).toBe(
    'It will be sent on Nov 18, 2026.',
  )
})

test('without a date or a day there is nothing to say', () => {
  expect(comingText([-3], { ...facts, dueDate: null })).toBeNull()
  expect(comingText([], { ...facts, dueDate: '2026-12-16' })).toBeNull()
  expect(comingText([-3], { ...facts, sending: 'sent', dueDate: '2026-12-16' })).toBeNull()
})
