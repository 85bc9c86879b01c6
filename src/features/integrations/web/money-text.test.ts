import { expect, test } from 'vitest'
import { payWithoutOwn } from './money-text.ts'

test('without an account of one’s own real money moves only where the platform’s cards are live', () => {
  const words = (platformCardsAreLive: boolean, areTestsAllowed: boolean) =>
    payWithoutOwn({ platformCardsAreLive, areTestsAllowed })
  expect(words(true, false)).toBe('pay through Millrace’s own account')
  expect(words(false, true)).toBe('pay in Millrace’s test mode, where no real money moves')
  expect(words(false, false)).toBe('cannot pay by card')
})
