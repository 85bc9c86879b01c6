import { expect, test } from 'vitest'
import { reminderSubject } from './reminder-subject.ts'

const invoice = {
  number: '1A2B3C4D',
  dueDate: '2026-11-20',
  dueMinor: 125_000,
  parts: [],
  currency: 'USD',
  locale: 'en-US',
  publicUrl: 'https://app.example/invoices/1/view',
  client: { name: 'Corner Bakery', contactName: '' },
  company: { name: 'Test Business' },
}
const own = {
  hasOwnSeries: true,
  steps: [
    { offsetDays: 7, subject: '{client}: {amount} since {days} days', body: null },
    { offsetDays: 14, subject: null, body: 'Hello' },
  ],
}

test('a step with words of its own goes out under them', () => {
  const late = { offsetDays: 7, today: '2026-11-22' }
  expect(reminderSubject(invoice, own, late)).toBe('Corner Bakery: $1,250.00 since 2 days')
  expect(reminderSubject(invoice, { ...own, hasOwnSeries: false }, late)).toBe(
    'Invoice 1A2B3C4D was due on Nov 20, 2026',
  )
})

test('the amount is in the currency and the number format of the invoice', () => {
  const late = { offsetDays: 7, today: '2026-11-22' }
  const german = { ...invoice, currency: 'EUR', locale: 'de-DE' }
  expect(reminderSubject(german, own, late)).toBe('Corner Bakery: 1.250,00\u00a0€ since 2 days')
})

test.each([
  ['2026-11-16', 'Invoice 1A2B3C4D is due on Nov 20, 2026'],
  ['2026-11-20', 'Invoice 1A2B3C4D is due today'],
  ['2026-11-21', 'Invoice 1A2B3C4D was due on Nov 20, 2026'],
])('others go out under the usual words of the day: %s', (today, subject) => {
  expect(reminderSubject(invoice, own, { offsetDays: 14, today })).toBe(subject)
  expect(reminderSubject(invoice, own, { offsetDays: null, today })).toBe(subject)
})
