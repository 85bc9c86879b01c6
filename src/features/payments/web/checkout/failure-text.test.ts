import { expect, test } from 'vitest'
import { failureText } from './failure-text.ts'

test('says that nothing was charged, and whom to ask', () => {
  expect(failureText('Test Business')).toBe(
    'Nothing was charged. Please try again in a moment, or contact Test Business.',
  )
})

test('a name that ends with a period gets no second one', () => {
  expect(failureText('Test & Co.')).toMatch(/contact Test & Co\.$/)
})
