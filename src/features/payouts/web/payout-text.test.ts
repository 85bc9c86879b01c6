import { expect, test } from 'vitest'
import type { PayoutView } from '../contract.ts'
import { partsOf, problemText } from './payout-text.ts'

const none = { count: 0, amountMinor: 0 }
const payout: PayoutView = {
  id: '11111111-1111-4111-8111-111111111111',
  provider: 'paypal',
  currency: 'USD',
  amountMinor: 8000,
  state: 'paid',
  arrivesOn: '2026-03-03',
  isTest: false,
  feeMinor: 320,
  paymentCount: 1,
  refundCount: 0,
  isMatched: false,
  sums: { payments: { count: 1, amountMinor: 10_000 }, refunds: none, disputes: none, other: none },
  differenceMinor: -1680,
  isItemized: true,
  lines: [],
  moreLines: 0,
  transaction: null,
  feeExpenseId: null,
}

test('the parts add up to the amount, and say where the rest is', () => {
  const parts = partsOf(payout)
  expect(parts).toEqual([
    { name: 'Payments', count: 1, amountMinor: 10_000 },
    { name: 'Fees', count: null, amountMinor: -320 },
    { name: 'Kept in your PayPal balance', count: null, amountMinor: -1680 },
  ])
  expect(parts.reduce((sum, { amountMinor }) => sum + amountMinor, 0)).toBe(payout.amountMinor)
  const names = (overrides: Partial<PayoutView>) =>
    partsOf({ ...payout, ...overrides }).map(({ name }) => name)
  expect(names({ differenceMinor: 5 })).toContain('From your earlier PayPal balance')
  expect(names({ provider: 'card' })).toContain('Not explained by Stripe')
  expect(names({ differenceMinor: 0, feeMinor: 0 })).toEqual(['Payments'])
})

test('a problem names what to change', () => {
  expect(problemText('card', 'forbidden')).toContain('read payouts and balance transactions')
  expect(problemText('paypal', 'forbidden')).toContain('Transaction search')
  expect(problemText('paypal', 'refused')).toContain('PayPal did not accept your keys')
})
