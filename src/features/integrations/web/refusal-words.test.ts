import { expect, test } from 'vitest'

import { refusalWords } from './refusal-words.ts'

const refusal = {
  provider: 'Stripe',
  means: 'by card',
  at: '2026-11-16T01:30:00.000Z',
  timeZone: 'America/New_York',
  isEnabled: true,
}

test('says since when, by the calendar of the business, what it means and what to do', () => {
  expect(refusalWords(refusal)).toBe(
    'Stripe refused these keys on Nov 15, 2026, when a client wanted to pay. ' +
      'Clients cannot pay by card until they work. Enter them anew, press Test connection, then Save.',
  )
})

test('does not say that clients cannot pay where the keys are not used', () => {
  expect(refusalWords({ ...refusal, isEnabled: false })).not.toContain('Clients')
})
