import { describe, expect, test } from 'vitest'
import { subscriptionFacts } from '../../../test/support/providers/fake-billing.ts'
import { planPrices } from './rules.ts'
import { planOf, standingOf } from './standing.ts'

const at = (day: number) => new Date(Date.UTC(2026, 10, day))

describe('which plan a subscription opens', () => {
  test('each of our prices opens its plan, while it runs', () => {
    for (const { lookupKey, plan } of planPrices) {
      for (const status of ['trialing', 'active', 'past_due'] as const) {
        expect(planOf(subscriptionFacts({ lookupKey, status }))).toBe(plan)
      }
      for (const status of ['unpaid', 'paused', 'incomplete', 'canceled'] as const) {
        expect(planOf(subscriptionFacts({ lookupKey, status }))).toBe('free')
      }
    }
  })

  test('a price that is not ours opens nothing, and so does no subscription', () => {
    expect(planOf(subscriptionFacts({ lookupKey: null }))).toBe('free')
    expect(planOf(subscriptionFacts({ lookupKey: 'another_product' }))).toBe('free')
    expect(planOf(undefined)).toBe('free')
  })
})

describe('what all subscriptions of a customer come down to', () => {
  test('none at all', () => {
    expect(standingOf([])).toEqual({
      plan: 'free',
      isUnclear: false,
      running: undefined,
      current: undefined,
      leftovers: [],
      hadTrial: false,
    })
  })

  test('the newest that runs is kept, in whatever order they come; the others are left over', () => {
    const old = subscriptionFacts({ subscriptionId: 'old', createdAt: at(1) })
    const asleep = subscriptionFacts({ subscriptionId: 'asleep', createdAt: at(2), status: 'unpaid' })
    const kept = subscriptionFacts({
      subscriptionId: 'kept',
      createdAt: at(3),
      lookupKey: 'millrace_enterprise_year',
    })
    const over = subscriptionFacts({ subscriptionId: 'over', createdAt: at(4), status: 'canceled' })
    for (const all of [
      [old, asleep, kept, over],
      [over, kept, asleep, old],
    ]) {
      const standing = standingOf(all)
      expect(standing).toMatchObject({ plan: 'enterprise', running: kept, current: kept })
      expect(standing.leftovers).toEqual([asleep, old])
    }
  })

  test('a first payment that is still under way is not taken from under its payer', () => {
    const runs = subscriptionFacts({ createdAt: at(1) })
    const waits = subscriptionFacts({ subscriptionId: 'new', createdAt: at(2), status: 'incomplete' })
    expect(standingOf([waits, runs])).toMatchObject({ current: runs, leftovers: [] })
  })

  test('without one that runs, what may come back is told of before what is over', () => {
    const unpaid = subscriptionFacts({ createdAt: at(1), status: 'unpaid' })
    const over = subscriptionFacts({ subscriptionId: 'over', createdAt: at(2), status: 'canceled' })
    expect(standingOf([over, unpaid])).toMatchObject({ plan: 'free', current: unpaid, leftovers: [] })
    expect(standingOf([over])).toMatchObject({ plan: 'free', current: over })
  })

  test('a trial counts as had for ever', () => {
    const over = subscriptionFacts({ status: 'canceled', hadTrial: true })
    expect(standingOf([subscriptionFacts({ createdAt: at(20) }), over]).hadTrial).toBe(true)
  })
})
