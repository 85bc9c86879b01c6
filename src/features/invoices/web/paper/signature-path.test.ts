import { expect, test } from 'vitest'
import { signaturePath } from './signature-path.ts'

test('a stroke is drawn through its points without corners', () => {
  expect(signaturePath([0, 0, 10, 0, 20, 10, 30, 10])).toBe('M0 0Q10 0 15 5Q20 10 25 10L30 10')
})

test('a dot is a line from a point to itself', () => {
  expect(signaturePath([5, 6, 5, 6])).toBe('M5 6L5 6')
})
