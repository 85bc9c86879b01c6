import { expect, test } from 'vitest'
import { axisMoney, leftOver, longMonth, monthKey, shortMonth, signedMoney } from './cash-flow-text.ts'

test.each([
  [0, '$0'],
  [95_000, '$950'],
  [50, '$0.50'],
  [150_000, '$1.5k'],
  [125_000, '$1.25k'],
  [2_000_000, '$20k'],
  [-300_000_000, '-$3M'],
  [250_000_000_000, '$2.5B'],
])('%d cents stand beside the axis as %s', (minor, text) => {
  expect(axisMoney(minor)).toBe(text)
})

test('a month is named by its first day, in whatever zone the browser is', () => {
  expect([shortMonth('2026-11-01'), longMonth('2026-01-01'), monthKey('2026-11-01')]).toEqual([
    'Nov',
    'January 2026',
    '2026-11',
  ])
})

test('what is left over carries its sign', () => {
  const left = leftOver({ month: '2026-11-01', inMinor: 500, testMinor: 0, outMinor: 200 })
  expect([signedMoney(left), signedMoney(-left), signedMoney(0)]).toEqual(['+$3.00', '-$3.00', '$0.00'])
})
