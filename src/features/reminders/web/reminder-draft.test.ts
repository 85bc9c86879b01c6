import { expect, test } from 'vitest'
import type { ReminderSettings } from '../contract.ts'
import { defaultReminderText } from '../rules.ts'
import {
  isChanged,
  isRecommended,
  mergeNewer,
  problemOfDay,
  problemsOf,
  textsLostToRecommended,
  toSave,
  withRecommended,
  withSeries,
  withStep,
  withText,
  withoutStep,
} from './reminder-draft.ts'

const defaults: ReminderSettings = { hasOwnSeries: false, sendHour: 9, steps: [] }
const own = withSeries(defaults, true)
const daysOf = ({ steps }: ReminderSettings) => steps.map(({ offsetDays }) => offsetDays)

test('an own series begins with the usual reminder, and is taken up again where there was one', () => {
  expect(daysOf(own)).toEqual([-3])
  expect(daysOf(withSeries(withSeries(withStep(own, 7), false), true))).toEqual([-3, 7])
})

test('what was saved elsewhere comes in around what was changed here', () => {
  const elsewhere = { ...withStep(own, 7), sendHour: 15 }
  expect(mergeNewer({ ...own, sendHour: 8 }, own, elsewhere)).toEqual({ ...elsewhere, sendHour: 8 })
  expect(mergeNewer(withStep(own, 14), own, elsewhere)).toEqual({ ...withStep(own, 14), sendHour: 15 })
  expect(mergeNewer(defaults, own, elsewhere)).toEqual({ ...defaults, sendHour: 15 })
  expect(mergeNewer(own, own, elsewhere)).toEqual(elsewhere)
})

test('steps are kept in the order of their days', () => {
  expect(daysOf(withStep(withStep(own, 14), -7))).toEqual([-7, -3, 14])
  expect(daysOf(withoutStep(own, -3))).toEqual([])
})

test('the recommended series keeps the words of its days', () => {
  const recommended = withRecommended(withText(withStep(own, 7), 7, { subject: 'Please pay' }))
  expect(daysOf(recommended)).toEqual([-7, 0, 1, 7, 14, 30])
  expect(recommended.steps[3]?.subject).toBe('Please pay')
  expect(isRecommended(recommended)).toBe(true)
  expect(isRecommended(withoutStep(recommended, 30))).toBe(false)
})

test('the words of other days would go with them', () => {
  const written = withText(withStep(withText(own, -3, { body: 'Soon' }), 7), 7, { subject: 'Please pay' })
  expect(textsLostToRecommended(written)).toEqual([-3])
  expect(textsLostToRecommended(own)).toEqual([])
})

test.each([
  [-3, 'There’s already one on this day.'],
  [-61, 'Please enter at most 60 days before the due date.'],
  [366, 'Please enter at most 365 days after the due date.'],
  [Number.NaN, 'Please enter a whole number of days.'],
  [1.5, 'Please enter a whole number of days.'],
  [0, null],
])('adding the day %d: %s', (day, problem) => {
  expect(problemOfDay(own, day)).toBe(problem)
})

test('there is an end to adding', () => {
  let full = own
  for (let day = 1; full.steps.length < 12; day++) full = withStep(full, day)
  expect(problemOfDay(full, 100)).toBe('There can be at most 12 reminders.')
})

test('words that are the usual ones again are not its own', () => {
  const changed = withText(own, -3, { body: 'Hello {client}' })
  expect(changed.steps[0]).toEqual({ offsetDays: -3, subject: null, body: 'Hello {client}' })
  expect(withText(changed, -3, defaultReminderText(-3))).toEqual(own)
})

test('an emptied text and an unknown placeholder are told beside their field', () => {
  const wrong = withText(own, -3, { subject: ' ', body: 'Hello {cleint}' })
  expect(problemsOf(wrong)).toEqual({
    'steps.0.subject': 'Please enter a subject, or restore the default.',
    'steps.0.body': expect.stringContaining('{cleint}'),
  })
  expect(problemsOf(own)).toEqual({})
})

test('going back to the usual one leaves the own series as it was saved', () => {
  const back = withSeries(withStep(own, 7), false)
  expect(toSave(back, own)).toEqual({ ...own, hasOwnSeries: false })
  expect(problemsOf(withSeries(withText(own, -3, { body: '' }), false))).toEqual({})
  expect(isChanged(back, { ...own, hasOwnSeries: false })).toBe(false)
  expect(isChanged({ ...back, sendHour: 8 }, defaults)).toBe(true)
})
