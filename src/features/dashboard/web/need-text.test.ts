import { expect, test } from 'vitest'
import type { Needs } from '../contract.ts'
import {
  type AllNeeds,
  canRemindNow,
  failedMailText,
  firstNeeds,
  moreText,
  needsCount,
  remindText,
  trialEndText,
} from './need-text.ts'

const invoice: Needs['overdue']['items'][number] = {
  id: '8f14e45f-ceea-467f-8f3a-7a5b3c2d1e0f',
  number: '8F14E45F',
  clientName: 'Corner Bakery',
  clientEmail: 'bakery@example.com',
  dueDate: '2026-11-04',
  openMinor: 20_050,
  currency: 'USD',
  remindedAt: null,
  canRemind: true,
  isDisputed: false,
  isReminderPlanned: false,
}
const now = new Date('2026-11-16T14:41:00Z')
const reminded = (remindedAt: string) => ({ ...invoice, remindedAt })

test('one that was never reminded can be, and nothing more is said', () => {
  expect([canRemindNow(invoice, now), remindText(invoice, 'UTC', now)]).toEqual([true, null])
})

test('within the hour after a reminder there is no other, and the line says why', () => {
  const justNow = reminded('2026-11-16T14:40:30Z')
  const lately = reminded('2026-11-16T13:42:00Z')
  expect([canRemindNow(justNow, now), remindText(justNow, 'UTC', now)]).toEqual([false, 'Reminded just now'])
  expect([canRemindNow(lately, now), remindText(lately, 'UTC', now)]).toEqual([false, 'Reminded 59 min ago'])
})

test('after the hour it can be reminded again, and the day of the last one stands there', () => {
  const before = reminded('2026-11-16T02:00:00Z')
  expect(canRemindNow(before, now)).toBe(true)
  expect(remindText(before, 'America/New_York', now)).toBe('Reminded Nov 15, 2026')
})

test('one that cannot be reminded says why', () => {
  const unsent = { ...invoice, canRemind: false }
  expect([canRemindNow(unsent, now), remindText(unsent, 'UTC', now)]).toEqual([
    false,
    'Not sent to the client yet',
  ])
  expect(remindText({ ...unsent, openMinor: 0 }, 'UTC', now)).toBe('Nothing to pay')
})

test('a mail that failed is named by its kind and where it was to go', () => {
  expect(failedMailText({ kind: 'statement', to: 'bakery@example.com' })).toBe(
    'The statement to bakery@example.com was not delivered',
  )
  expect(failedMailText({ kind: 'receipt', to: 'bakery@example.com' })).toBe(
    'The receipt to bakery@example.com was not delivered',
  )
})

test('a trial ends on the day of the business', () => {
  expect(trialEndText(trial, 'UTC', '2026-11-16')).toBe('Your Pro trial ends on Nov 18')
  expect(trialEndText(trial, 'America/New_York', '2026-11-16')).toBe('Your Pro trial ends tomorrow')
})

test('nobody is reminded while a payment is disputed', () => {
  const disputed = { ...invoice, isDisputed: true }
  expect(canRemindNow(disputed, new Date())).toBe(false)
  expect(remindText(disputed, 'UTC', new Date())).toBe('Payment disputed')
})

const none = { items: [], count: 0 }
const needs: AllNeeds<{ count: number }> = {
  disputes: none,
  overdue: { items: [invoice], count: 5 },
  dueSoon: none,
  bills: none,
  banks: none,
  failedMails: none,
  clientNews: none,
  tests: null,
  trial: null,
}
const trial = { plan: 'pro', endsAt: '2026-11-18T03:00:00Z' } as const

test('all that waits is counted, also what is not shown', () => {
  expect(needsCount(needs)).toBe(5)
  expect(needsCount({ ...needs, trial })).toBe(6)
  expect(needsCount({ ...needs, tests: { count: 3 }, trial })).toBe(7)
  expect([moreText(needs.overdue), moreText(none)]).toEqual(['and 4 more', null])
})

test('the first ones are the most urgent over all kinds', () => {
  const dueSoon = { items: [invoice, invoice], count: 4 }
  const many = { ...needs, dueSoon, tests: { count: 1 }, trial }
  const shownOf = (max: number) => {
    const shown = firstNeeds(many, max)
    return [
      shown.overdue.items.length,
      shown.dueSoon.items.length,
      shown.tests !== null,
      shown.trial !== null,
    ]
  }
  expect(shownOf(2)).toEqual([1, 1, false, false])
  expect(shownOf(3)).toEqual([1, 2, false, false])
  expect(shownOf(4)).toEqual([1, 2, true, false])
  expect(shownOf(5)).toEqual([1, 2, true, true])
  // The ones that are not shown are not mentioned by each kind.
  expect(firstNeeds(many, 3).dueSoon.count).toBe(2)
})
