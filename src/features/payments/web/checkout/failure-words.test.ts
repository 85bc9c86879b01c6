import { expect, test } from 'vitest'
import { failureWords } from './failure-words.ts'

test('says that nothing was charged, and whom to ask', () => {
  expect(failureWords('Test Business')).toBe(
    'Nothing was charged. Please try again in a moment, or contact Test Business.',
  )
})

test('a name that ends with a period gets no second one', () => {
  expect(failureWords('Test & Co.')).toMatch(/contact Test & Co\.$/)
})
