import { expect, test } from 'vitest'
import { lengthHint } from './length-hint.ts'

test.each([
  [179, null],
  [180, '180 of 200 characters.'],
  [200, '200 of 200 characters.'],
  [212, '212 of 200 characters: 12 too many.'],
])('%i characters: %s', (length, text) => {
  expect(lengthHint(length, 200)).toBe(text)
})
