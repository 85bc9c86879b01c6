import { expect, test } from 'vitest'
import { payWithoutOwn } from './money-text.ts'

test('without an account of one’s own real money moves only where the platform’s cards are live', () => {
  const text = (platformCardsAreLive: boolean, areTestsAllowed: boolean) =>
    payWithoutOwn({ platformCardsAreLive, areTestsAllowed })
  expect(text(true, false)).toBe('pay through Millrace’s own account')
  expect(text(false, true)).toBe('pay in Millrace’s test mode, where no real money moves')
  expect(text(false, false)).toBe('can’t pay by card')
})
