import { expect, test } from 'vitest'
import { mailRefusalText, refusalText } from './refusal-text.ts'

const refusal = {
  provider: 'Stripe' as const,
  problem: null,
  means: 'by card',
  at: '2026-11-16T01:30:00.000Z',
  timeZone: 'America/New_York',
  isEnabled: true,
}

test('says since when, by the calendar of the business, what it means and what to do', () => {
  expect(refusalText(refusal)).toBe(
    'These keys did not work at Stripe on Nov 15, 2026, when a client tried to pay. ' +
      'Clients can’t pay by card until they work. Enter them again, press Test connection, then Save.',
  )
})

test('does not say that clients cannot pay where the keys are not used', () => {
  expect(refusalText({ ...refusal, isEnabled: false })).not.toContain('Clients')
})

test('says what the provider asks of the owner, where the keys are good', () => {
  expect(refusalText({ ...refusal, provider: 'PayPal', problem: 'receiving-limit' })).toBe(
    'A payment was above a limit at PayPal, most likely the limit on what your account may receive. ' +
      'A client could not pay on Nov 15, 2026. Sign in to PayPal, check your limits and have them raised. ' +
      'This notice disappears when the next payment arrives.',
  )
  expect(refusalText({ ...refusal, provider: 'PayPal', problem: 'accept-payment' })).toBe(
    'PayPal is holding a payment until you accept it. First seen on Nov 15, 2026. Sign in to PayPal and accept or deny it there. ' +
      'This notice disappears when the next payment arrives.',
  )
})

test('says how many mails wait for the mail account, why, and that they need no second sending', () => {
  const reason = 'The email server didn’t answer in time.'
  expect(mailRefusalText({ count: 2, reason })).toBe(
    '2 emails couldn’t be sent: The email server didn’t answer in time. ' +
      'Check the settings, press Test connection, then Save. After that, they’re sent automatically.',
  )
  expect(mailRefusalText({ count: 1, reason })).toMatch(
    /^1 email couldn’t .* After that, it’s sent automatically\.$/,
  )
})
