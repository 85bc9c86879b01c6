import { expect, test } from 'vitest'

import { payWithoutOwn } from './money-words.ts'

test('without an account of one’s own real money moves only where the platform’s cards are live', () => {
  expect(payWithoutOwn(true)).toBe('pay through Millrace’s own account')
  expect(payWithoutOwn(false)).toBe('pay in Millrace’s test mode, where no real money moves')
})
