import { expect, test } from 'vitest'
import { dropIndex, shiftOf } from './line-order.ts'

const rows = [
  { top: 0, height: 40 },
  { top: 50, height: 80 },
  { top: 140, height: 40 },
]

test.each([
  [0, 0, 0],
  [0, 69, 0],
  [0, 71, 1],
  [0, 500, 2],
  [2, -69, 2],
  [2, -71, 1],
  [2, -500, 0],
  [1, 71, 2],
])('row %i dragged by %i lands at %i', (from, offset, to) => {
  expect(dropIndex(rows, from, offset)).toBe(to)
})

test('the rows between make way, the others stay', () => {
  expect([0, 1, 2, 3].map((index) => shiftOf(index, 0, 2))).toEqual([0, -1, -1, 0])
  expect([0, 1, 2, 3].map((index) => shiftOf(index, 3, 1))).toEqual([0, 1, 1, 0])
})
