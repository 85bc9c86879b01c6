import { expect, test } from 'vitest'
import type { Price } from '../sandbox-objects.ts'
import { endOfPeriod, hasSamePeriod } from './subscription-periods.ts'

function priceEvery(interval_count: number, interval: 'month' | 'year'): Price {
  return {
    id: 'price_1',
    object: 'price',
    created: 0,
    livemode: false,
    active: true,
    currency: 'usd',
    unit_amount: 1000,
    type: 'recurring',
    product: 'prod_1',
    lookup_key: null,
    recurring: { interval, interval_count },
    metadata: {},
  }
}

function endsFrom(first: string, price: Price, count: number): string[] {
  const anchor = Date.parse(first) / 1000
  const ends: string[] = []
  let start = anchor
  for (let index = 0; index < count; index += 1) {
    start = endOfPeriod(anchor, start, price)
    ends.push(new Date(start * 1000).toISOString().slice(0, 16))
  }
  return ends
}

test('months that begin on the 31st end on the last day of a shorter month and come back to the 31st', () => {
  expect(endsFrom('2026-01-31T23:30:00Z', priceEvery(1, 'month'), 4)).toEqual([
    '2026-02-28T23:30',
    '2026-03-31T23:30',
    '2026-04-30T23:30',
    '2026-05-31T23:30',
  ])
})

test('years that begin on February 29 end on the 28th until the next leap year', () => {
  expect(endsFrom('2028-02-29T00:00:00Z', priceEvery(1, 'year'), 4)).toEqual([
    '2029-02-28T00:00',
    '2030-02-28T00:00',
    '2031-02-28T00:00',
    '2032-02-29T00:00',
  ])
})

test('several months make one period', () => {
  expect(endsFrom('2026-11-30T12:00:00Z', priceEvery(3, 'month'), 2)).toEqual([
    '2027-02-28T12:00',
    '2027-05-30T12:00',
  ])
})

test('twelve months are as long as a year', () => {
  expect(hasSamePeriod(priceEvery(12, 'month'), priceEvery(1, 'year'))).toBe(true)
  expect(hasSamePeriod(priceEvery(1, 'month'), priceEvery(1, 'year'))).toBe(false)
})
