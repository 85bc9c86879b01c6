import { describe, expect, test } from 'vitest'
import type { Subscription } from './contract.ts'
import { subscriptionText } from './status-rules.ts'

type Inner = NonNullable<Subscription['subscription']>

function textFor(overrides: Partial<Inner>, timeZone = 'UTC') {
  const subscription: Inner = {
    plan: 'pro',
    interval: 'month',
    status: 'active',
    currentPeriodEnd: '2026-11-29T02:00:00.000Z',
    cancelAtPeriodEnd: false,
    endedAt: null,
    ...overrides,
  }
  return subscriptionText({ subscription }, { timeZone })
}

describe('how a subscription stands, in plain words', () => {
  test('without one there is nothing to say', () => {
    expect(subscriptionText({ subscription: null }, { timeZone: 'UTC' })).toBeNull()
  })

  test('a trial says when it ends and what happens without a card', () => {
    expect(textFor({ status: 'trialing' })).toBe(
      'Your trial ends on Nov 29, 2026. Without a card, you’ll go back to Free.',
    )
  })

  test('a paid one says when it renews, in the time zone of the business', () => {
    expect(textFor({})).toBe('Renews on Nov 29, 2026.')
    expect(textFor({}, 'America/New_York')).toBe('Renews on Nov 28, 2026.')
  })

  test('a cancelled one says how long it is still open, in the trial as well', () => {
    const text = 'Canceled. You keep Enterprise until Nov 29, 2026.'
    expect(textFor({ plan: 'enterprise', cancelAtPeriodEnd: true })).toBe(text)
    expect(textFor({ plan: 'enterprise', cancelAtPeriodEnd: true, status: 'trialing' })).toBe(text)
  })

  test('a failed payment asks for the card, whether or not it was cancelled too', () => {
    const text =
      'The last payment failed. You keep Pro while the card provider tries again. Please update your card.'
    expect(textFor({ status: 'past_due' })).toBe(text)
    expect(textFor({ status: 'past_due', cancelAtPeriodEnd: true })).toBe(text)
    expect(textFor({ status: 'unpaid' })).toBe(
      'The last payment failed, so you’re back on Free. Update your card to get Pro back.',
    )
  })

  test('one that is over says since when', () => {
    expect(textFor({ status: 'canceled', endedAt: '2026-11-30T23:30:00.000Z' }, 'Europe/Zurich')).toBe(
      'Your Pro subscription ended on Dec 1, 2026.',
    )
    expect(textFor({ status: 'canceled' })).toBe('Your Pro subscription ended.')
  })

  test('one that is paused or has not begun opens nothing, and says so', () => {
    expect(textFor({ status: 'paused' })).toBe(
      'Your Pro subscription is paused, so you’re on Free until it resumes.',
    )
    expect(textFor({ status: 'incomplete' })).toBe(
      'The first payment for Pro hasn’t gone through yet. Pro starts as soon as it does.',
    )
  })

  test('no date is made up where the provider gave none', () => {
    for (const status of ['trialing', 'active', 'past_due'] as const) {
      for (const cancelAtPeriodEnd of [true, false]) {
        expect(textFor({ status, cancelAtPeriodEnd, currentPeriodEnd: null })).not.toMatch(/null|\d/)
      }
    }
  })
})
