import { expect, test } from 'vitest'
import { pollAfterMs } from './poll-after-ms.ts'

test('the waits between two looks grow up to a minute and stay there', () => {
  const waits = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 1000].map((polls) => pollAfterMs(polls) / 1000)
  expect(waits).toEqual([2, 3, 5, 8, 13, 21, 34, 55, 60, 60, 60])
})

test('before anything was seen, the first wait holds', () => {
  expect(pollAfterMs(0)).toBe(2000)
})
