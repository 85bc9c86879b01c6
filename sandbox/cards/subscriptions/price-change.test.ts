import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Price, Subscription } from '../sandbox-objects.ts'
import { priceChange } from './price-change.ts'
import { endOfPeriod } from './subscription-periods.ts'

const start = Date.parse('2026-06-01T00:00:00Z') / 1000
const end = Date.parse('2026-07-01T00:00:00Z') / 1000
const middle = (start + end) / 2

function priceOf(unit_amount: number, interval: 'month' | 'year' = 'month'): Price {
  return {
    id: `price_${interval}_${unit_amount}`,
    object: 'price',
    created: 0,
    livemode: false,
    active: true,
    currency: 'usd',
    unit_amount,
    type: 'recurring',
    product: 'prod_1',
    lookup_key: null,
    recurring: { interval, interval_count: 1 },
    metadata: {},
  }
}

function running(price: Price, changes: Partial<Subscription> = {}): Subscription {
  const item = {
    id: 'si_1',
    object: 'subscription_item',
    created: start,
    subscription: 'sub_1',
    quantity: 1,
    current_period_start: start,
    current_period_end: end,
    price,
    metadata: {},
  } as const
  return {
    id: 'sub_1',
    object: 'subscription',
    created: start,
    livemode: false,
    customer: 'cus_1',
    status: 'active',
    cancel_at_period_end: false,
    cancel_at: null,
    canceled_at: null,
    ended_at: null,
    start_date: start,
    billing_cycle_anchor: start,
    trial_start: null,
    trial_end: null,
    trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
    default_payment_method: null,
    latest_invoice: null,
    currency: 'usd',
    items: { object: 'list', data: [item], has_more: false, url: '' },
    metadata: {},
    _failures: 0,
    _credit: 0,
    ...changes,
  }
}

test('a dearer plan of the same length costs the difference for what is left of the period', () => {
  const change = priceChange(running(priceOf(1000)), priceOf(3000), middle)
  expect(change).toEqual({ charge: 1000, credit: 0, start, end, anchor: start })
})

test('a cheaper one leaves a credit', () => {
  const change = priceChange(running(priceOf(3000)), priceOf(1000), middle)
  expect(change).toMatchObject({ charge: 0, credit: 1000 })
})

test('a credit from before is used up first', () => {
  const change = priceChange(running(priceOf(1000), { _credit: 300 }), priceOf(3000), middle)
  expect(change).toMatchObject({ charge: 700, credit: 0 })
})

test('another length begins a period of its own', () => {
  const year = priceOf(10_000, 'year')
  const change = priceChange(running(priceOf(1000)), year, middle)
  const until = endOfPeriod(middle, middle, year)
  expect(change).toEqual({ charge: 9500, credit: 0, start: middle, end: until, anchor: middle })
})

test('a trial costs nothing to change, and what is past due is paid in full', () => {
  const trial = running(priceOf(1000), { status: 'trialing' })
  expect(priceChange(trial, priceOf(10_000, 'year'), middle)).toMatchObject({ charge: 0, start, end })
  const pastDue = running(priceOf(1000), { status: 'past_due' })
  expect(priceChange(pastDue, priceOf(3000), middle)).toMatchObject({ charge: 3000, credit: 0, end })
})

const minor = fc.integer({ min: 1, max: 10_000_000 })
const moment = fc.integer({ min: start, max: end + 86_400 })

test('to another plan and back at the same moment costs nothing in the end', () => {
  fc.assert(
    fc.property(minor, minor, moment, (one, other, now) => {
      const there = priceChange(running(priceOf(one)), priceOf(other), now)
      const back = priceChange(running(priceOf(other), { _credit: there.credit }), priceOf(one), now)
      expect(there.charge + back.charge).toBe(back.credit)
    }),
  )
})

test('nothing is charged while a credit is left, and never more than the new price', () => {
  fc.assert(
    fc.property(minor, minor, minor, moment, fc.boolean(), (one, other, credit, now, isYear) => {
      const price = priceOf(other, isYear ? 'year' : 'month')
      const change = priceChange(running(priceOf(one), { _credit: credit }), price, now)
      expect(Math.min(change.charge, change.credit)).toBe(0)
      expect(change.charge).toBeLessThanOrEqual(other)
    }),
  )
})
