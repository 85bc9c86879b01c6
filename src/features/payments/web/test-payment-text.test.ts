import { expect, test } from 'vitest'
import { removalText, testSum } from './test-payment-text.ts'

const yen = {
  currency: 'JPY',
  minor: 5000,
  count: 1,
  homeMinor: null,
  rate: null,
  ratedOn: null,
  source: null,
}
const euros = { ...yen, currency: 'EUR', minor: 10_000, homeMinor: 10_843, rate: '1.0843' }

test('names the sum, and beside it what has no exchange rate', () => {
  expect(testSum({ minor: 12_000, currency: 'USD', other: [] })).toBe('$120.00')
  expect(testSum({ minor: 22_843, currency: 'USD', other: [euros, yen] })).toBe('$228.43 and ¥5,000')
  expect(testSum({ minor: 0, currency: 'USD', other: [yen] })).toBe('¥5,000')
})

test('says what removing does', () => {
  expect(removalText({ minor: 12_000, currency: 'USD', other: [], invoiceCount: 1 })).toBe(
    '$120.00 will no longer count as received. 1 invoice will be unpaid again, unless real payments cover it. ' +
      'Removed payments stay in the payments of their invoice, marked as removed.',
  )
})
